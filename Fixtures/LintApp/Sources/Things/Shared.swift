public import RelayRuntime

/// A protocol of the app that a generated type fulfills as it is.
public protocol Labeled {
  var usedByGeneric: String? { get }
}

extension Shared_thing.Data: Labeled {}

public func label(of value: some Labeled) -> String { value.usedByGeneric ?? "" }

public func here(_ data: Shared_thing.Data) -> String {
  let path: KeyPath<Shared_thing.Data, Int?> = \.usedByKeyPath
  return "\(data.usedHere ?? "") \(String(describing: data[keyPath: path]))"
}

public func value(_ data: Value_thing.Data) -> String {
  // An autoclosure and an optional chain.
  assert(data.usedInValue != nil)
  return data.usedInOptional?.description ?? ""
}
