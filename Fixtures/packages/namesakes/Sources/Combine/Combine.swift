public protocol Subscription {
  func cancel()
}
