/// The keys of `uploads`: a server could not say that a file has no place, because it would not get the file.
enum UploadPaths {
  /// - Throws: ``RelayError/upload(_:)`` if a path does not begin with a variable of the operation, or leads to an item that a list does not
  ///   have.
  static func check(_ uploads: [String: GraphQLUpload], of operation: OperationDescriptor) throws {
    for path in uploads.keys.ascending() {
      let steps = path.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
      guard let first = steps.first, let value = operation.variables[first] else {
        throw RelayError.upload("\(operation.definition.name) has no variable '\(steps.first ?? "")', which '\(path)' of uploads names")
      }
      try check(steps.dropFirst(), in: value, path: path)
    }
  }

  private static func check(_ steps: ArraySlice<String>, in value: JSON, path: String) throws {
    guard let step = steps.first else { return }
    switch value {
    case .array(let items):
      guard let index = Int(step), items.indices.contains(index) else {
        throw RelayError.upload("'\(path)' of uploads names the item \(step) of a list that has \(items.count)")
      }
      try check(steps.dropFirst(), in: items[index], path: path)
    case .object(let members): try check(steps.dropFirst(), in: members[step] ?? .null, path: path)
    // A member that has not been set is made, as an object with the file.
    default: return
    }
  }
}
