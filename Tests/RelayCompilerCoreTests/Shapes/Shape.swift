@testable import RelayCompilerCore

/// A project of a certain shape, which grows with its size.
struct Shape: Sendable, CustomStringConvertible {
  let name: String
  /// Larger sizes are pointless, because a limit of the compiler stops them.
  let maximumSize: Int
  let project: @Sendable (_ size: Int) -> ShapeProject

  init(_ name: String, maximumSize: Int = 1 << 22, _ project: @escaping @Sendable (_ size: Int) -> ShapeProject) {
    self.name = name
    self.maximumSize = maximumSize
    self.project = project
  }

  var description: String { name }
}

/// The input texts of a compilation.
struct ShapeProject: Sendable {
  var schema: String
  var schemaExtensions = ""
  var documents: [String]
  var mutationCoverage = MutationCoverageLevel.none
  var requiresCustomScalarTypes = false

  init(_ schema: String, schemaExtensions: String = "", _ documents: String...) {
    self.schema = schema
    self.schemaExtensions = schemaExtensions
    self.documents = documents
  }

  init(_ schema: String, documents: [String]) {
    self.schema = schema
    self.documents = documents
  }

  /// All of the project, to be compiled by one thread.
  var input: CompilerInput {
    var input = CompilerInput()
    let isJSON = schema.hasPrefix(#"{""#)
    if !schema.isEmpty {
      input.add([SourceFile(path: isJSON ? "schema.json" : "schema.graphql", text: schema)], as: .schema)
    }
    if !schemaExtensions.isEmpty {
      input.add([SourceFile(path: "extensions.graphql", text: schemaExtensions)], as: .clientSchema)
    }
    for (index, document) in documents.enumerated() {
      input.add([SourceFile(path: "\(index).graphql", text: document)], as: .document(output: "\(index).swift"))
    }
    input.swift = SwiftOutputs(schema: "Schema.swift")
    input.options.swift.mutationCoverage = mutationCoverage
    input.options.requireCustomScalarTypes = requiresCustomScalarTypes
    input.threads = 1
    return input
  }

  var byteCount: Int { schema.utf8.count + schemaExtensions.utf8.count + documents.reduce(0) { $0 + $1.utf8.count } }
}

/// The pieces for 0 to `count - 1`, concatenated.
func times(_ count: Int, separator: String = " ", _ piece: (Int) -> String) -> String {
  var text = ""
  for index in 0..<count {
    if index > 0 { text += separator }
    text += piece(index)
  }
  return text
}

/// `middle` inside `count` pairs of an opening and a closing piece.
func nested(_ count: Int, _ opening: (Int) -> String, _ middle: String, _ closing: String) -> String {
  times(count, separator: "", opening) + middle + String(repeating: closing, count: count)
}
