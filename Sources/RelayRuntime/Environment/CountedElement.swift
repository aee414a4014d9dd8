/// An element that waits for its reader, with the receipts of its bytes.
struct CountedElement<Element: Sendable>: Sendable {
  let element: Element
  let receipts: [ReceivedBytes.Receipt]
}

extension AsyncThrowingStream where Element: Sendable, Failure == any Error {
  /// The elements of `source`. The bytes of each count until its reader takes it; ending the iteration ends that of `source`.
  static func elements(of source: AsyncThrowingStream<CountedElement<Element>, any Error>) -> AsyncThrowingStream<Element, any Error> {
    AsyncThrowingStream {
      // Iterators of a stream share their position.
      var iterator = source.makeAsyncIterator()
      return try await iterator.next()?.element
    }
  }
}
