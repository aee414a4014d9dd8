/// Writes artifacts in the form of Relay's compiler (`--artifacts-json`): with the same kinds, keys and order of keys, indented by two
/// spaces.
///
/// JSON cannot contain code, so two things differ from Relay's modules: a reference to a generated operation is `{"$require": "Name"}`,
/// and the `hash` that Relay's modules assign to their node is the node's last member.
package enum ArtifactJSON {
  /// The whole file, with its final newline.
  ///
  /// - Parameter skipsNulls: Relay's feature flag `skip_printing_nulls`.
  package static func file(for artifact: Artifact, skipsNulls: Bool = false) -> [UInt8] {
    var json = JSONWriter(.indented, skippedNulls: skipsNulls ? skippedNulls : [])
    switch artifact {
    case .operation(let operation): json.write(operation)
    case .fragment(let fragment): json.write(fragment)
    }
    return json.bytes + [UInt8(ascii: "\n")]
  }

  /// Members of nodes that Relay's runtime treats as null if they are absent.
  private static let skippedNulls: Set<String> = [
    "abstractKey", "alias", "args", "concreteType", "connection", "filters", "metadata", "storageKey", "type",
  ]

  /// The value of `connection` in an operation's metadata.
  static func connections(_ connections: [ConnectionMetadata]) -> String {
    JSONWriter.compact { $0.write(connections) }
  }

  /// The value of `relayTestingSelectionTypeInfo` in an operation's metadata.
  static func testMetadata(_ entries: [TestOperationMetadata.Entry]) -> String {
    JSONWriter.compact { json in
      json.object { json in
        for entry in entries {
          json.key(utf8: entry.path)
          json.object {
            $0.member("enumValues", entry.enumValues)
            $0.member("nullable", entry.isNullable)
            $0.member("plural", entry.isPlural)
            $0.member("type", entry.type)
          }
        }
      }
    }
  }
}

extension JSONWriter {
  // MARK: Documents

  fileprivate mutating func write(_ operation: OperationArtifact) {
    object { json in
      json.member("fragment") { $0.object { $0.writeMembers(of: operation.reader) } }
      if let normalization = operation.normalization {
        json.member("kind", "Request")
        json.member("operation") { $0.write(normalization) }
        json.member("params") { $0.writeParameters(of: operation) }
      } else {
        json.member("kind", operation.isUpdatable ? "UpdatableQuery" : "Request")
      }
      if let hash = operation.sourceHash { json.member("hash", hash) }
    }
  }

  private mutating func writeParameters(of operation: OperationArtifact) {
    object { json in
      if let cacheID = operation.cacheID { json.member("cacheID", cacheID) }
      json.member("id", operation.id)
      json.member("metadata") { json in
        json.object { json in
          for (key, value) in operation.metadata { json.member(key) { $0.raw(value) } }
          if let fields = operation.testedFields { json.member(TestOperationMetadata.key) { $0.raw(ArtifactJSON.testMetadata(fields)) } }
        }
      }
      json.member("name", operation.name)
      json.member("operationKind", operation.kind.rawValue)
      json.member("text", operation.text)
      if !operation.providedVariables.isEmpty {
        json.member("providedVariables") { json in
          json.object { json in
            for (variable, module) in operation.providedVariables { json.member(variable.string) { $0.require(module) } }
          }
        }
      }
    }
  }

  fileprivate mutating func write(_ fragment: FragmentArtifact) {
    object { json in
      if fragment.isInline {
        json.member("kind", "InlineDataFragment")
        json.member("name", fragment.reader.name)
      } else {
        json.writeMembers(of: fragment.reader)
      }
      if let hash = fragment.sourceHash { json.member("hash", hash) }
    }
  }

  private mutating func writeMembers(of fragment: ReaderFragment) {
    member("argumentDefinitions") { $0.write(fragment.argumentDefinitions) }
    member("kind", "Fragment")
    member("metadata") { json in
      if let metadata = fragment.metadata { json.write(metadata, for: .artifact) } else { json.null() }
    }
    member("name", fragment.name)
    member("selections") { $0.write(fragment.selections) }
    member("type", fragment.typeName)
    member("abstractKey", fragment.abstractKey)
  }

  private mutating func write(_ operation: NormalizationOperation) {
    object { json in
      json.member("argumentDefinitions", operation.argumentDefinitions) { json, definition in
        json.object { $0.writeLocalArgument(definition.name, defaultValue: definition.defaultValue) }
      }
      json.member("kind", "Operation")
      json.member("name", operation.name)
      json.member("selections") { $0.write(operation.selections) }
      if !operation.clientAbstractTypes.isEmpty {
        json.member("clientAbstractTypes") { json in
          json.object { json in
            for (key, types) in operation.clientAbstractTypes { json.member(key.string, types) }
          }
        }
      }
    }
  }

  mutating func write(_ definitions: [ReaderArgumentDefinition]) {
    array(definitions) { json, definition in
      json.object { json in
        switch definition {
        case .local(let name, let defaultValue, _): json.writeLocalArgument(name, defaultValue: defaultValue)
        case .root(let name):
          json.member("kind", "RootArgument")
          json.member("name", name)
        }
      }
    }
  }

  private mutating func writeLocalArgument(_ name: Name, defaultValue: ConstantValue) {
    member("defaultValue", constant: defaultValue)
    member("kind", "LocalArgument")
    member("name", name)
  }

  mutating func require(_ name: String) {
    object { $0.member("$require", name) }
  }
}
