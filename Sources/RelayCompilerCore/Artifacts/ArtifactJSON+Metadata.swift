/// A fragment's metadata, with the names of Relay's artifacts, which plans use as well.
///
///     {"connection":[{"count":"first","cursor":"after","direction":"forward","path":["friends"]}],"refetch":{…}}
extension ReaderMetadata {
  /// The reader of the metadata.
  enum Reader {
    /// Relay's runtime, for artifacts: refers to other artifacts with `$require`.
    case artifact
    /// This package's runtime, for plans: refers to generated types by name, and to the variable that the generated query declares.
    case plan
  }

  /// On one line.
  var planJSON: String { JSONWriter.compact { $0.write(self, for: .plan) } }
}

extension JSONWriter {
  mutating func write(_ metadata: ReaderMetadata, for reader: ReaderMetadata.Reader) {
    object { json in
      if let target = metadata.catchTo { json.member("catchTo", target.rawValue) }
      if !metadata.connections.isEmpty { json.member("connection") { $0.write(metadata.connections) } }
      if metadata.isUnmasked { json.member("mask", false) }
      if metadata.plural { json.member("plural", true) }
      if let refetch = metadata.refetch { json.member("refetch") { $0.write(refetch, for: reader) } }
      if metadata.throwOnFieldError { json.member("throwOnFieldError", true) }
    }
  }

  mutating func write(_ connections: [ConnectionMetadata]) {
    array(connections) { json, connection in
      json.object {
        $0.member("count", connection.count)
        $0.member("cursor", connection.cursor)
        $0.member("direction", connection.direction.rawValue)
        $0.member("path", connection.path)
        if connection.isStream { $0.member("stream", true) }
      }
    }
  }

  private mutating func write(_ refetch: RefetchMetadata, for reader: ReaderMetadata.Reader) {
    object { json in
      json.member("connection") { json in
        guard let connection = refetch.connection else { return json.null() }
        json.object {
          $0.member("forward") { $0.write(connection.forward) }
          $0.member("backward") { $0.write(connection.backward) }
          $0.member("path", connection.path)
        }
      }
      json.member("fragmentPathInResult", refetch.fragmentPathInResult)
      json.member("operation") { $0.writeReference(to: refetch.operation, for: reader) }
      if let identifier = refetch.identifier {
        json.member("identifierInfo") { json in
          json.object {
            $0.member("identifierField", identifier.field)
            $0.member("identifierQueryVariableName", reader == .artifact ? identifier.queryVariable : identifier.variable)
          }
        }
      }
      if let fragment = refetch.edgesFragment { json.member("edgesFragment") { $0.writeReference(to: fragment, for: reader) } }
    }
  }

  private mutating func write(_ variables: RefetchMetadata.Variables?) {
    guard let variables else { return null() }
    object {
      $0.member("count", variables.count)
      $0.member("cursor", variables.cursor)
    }
  }

  private mutating func writeReference(to name: Name, for reader: ReaderMetadata.Reader) {
    switch reader {
    case .artifact: require(name.string)
    case .plan: self.name(name)
    }
  }
}
