/// Writing names as bytes.
extension [UInt8] {
  package mutating func append(_ name: Name) {
    name.withBytes { append(contentsOf: $0) }
  }

  package mutating func append(jsonString name: Name) {
    append(jsonString: name.bytes)
  }
}
