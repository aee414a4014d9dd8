import Foundation
import RelayRuntime

@testable import RelayCompilerCore

/// A project's documents, compiled in process and passed to the runtime untyped.
struct VectorProgram {
  private(set) var operations: [String: RelayRuntime.OperationDefinition] = [:]
  private(set) var fragments: [String: RelayRuntime.Generated.FragmentDefinition] = [:]
  /// The text that is sent to the server.
  private(set) var texts: [String: String] = [:]
  /// The fragments with `@inline`, which have no artifact for reading.
  private(set) var inlineFragments: Set<String> = []

  struct CompilationFailure: Error, CustomStringConvertible {
    let description: String
  }

  /// - Parameter project: a directory with the files that `VectorProject` finds.
  init(project: URL) throws {
    let files = try VectorProject(project)
    var input = CompilerInput()
    input.options = files.options
    input.add(try files.schema.map { try VectorProgram.source($0) }, as: .schema)
    input.add(try files.schemaExtensions.map { try VectorProgram.source($0) }, as: .clientSchema)
    input.add(try files.documents.map { try VectorProgram.source($0) }, as: .document)
    // The recorded programs were written before spreads that may not match had to be aliased.
    input.options.featureFlags.enforceFragmentAliasWhereAmbiguous = .disabled
    try self.init(input)
  }

  init(schema: SourceFile, extensions: [SourceFile] = [], documents: [SourceFile]) throws {
    var input = CompilerInput()
    input.add([schema], as: .schema)
    input.add(extensions, as: .clientSchema)
    input.add(documents, as: .document)
    try self.init(input)
  }

  private init(_ input: CompilerInput) throws {
    let output = Compiler.compile(input)
    guard let schema = output.schema, !output.artifacts.isEmpty else {
      throw CompilationFailure(description: output.diagnostics.prefix(10).map { "\($0)" }.joined(separator: "\n"))
    }
    let scalars = ScalarTypes(schema: schema, customScalars: input.options.customScalarTypes)
    func shapes(_ fragment: ReaderFragment) -> RowShapes {
      RowShapes(fragment, types: scalars, connectionInterface: input.options.schema.connectionInterface)
    }
    func reader(_ fragment: ReaderFragment, _ shapes: RowShapes) -> String {
      String(decoding: ReaderPlan.encode(fragment, shapes: shapes, schema: schema, config: input.options.schema), as: UTF8.self)
    }
    var artifacts: [Name: ReaderFragment] = [:]
    for case .fragment(let artifact) in output.artifacts { artifacts[artifact.reader.name] = artifact.reader }
    var fragments: [String: RelayRuntime.Generated.FragmentDefinition] = [:]
    func fragment(_ name: Name) -> RelayRuntime.Generated.FragmentDefinition? {
      if let known = fragments["\(name)"] { return known }
      guard let artifact = artifacts[name] else { return nil }
      let shapes = shapes(artifact)
      let definition = RelayRuntime.Generated.FragmentDefinition(
        plan: reader(artifact, shapes), fragments: shapes.fragments.compactMap { fragment($0) })
      fragments["\(name)"] = definition
      return definition
    }
    for artifact in output.artifacts {
      switch artifact {
      case .fragment(let artifact) where artifact.isInline: inlineFragments.insert("\(artifact.reader.name)")
      case .fragment(let artifact): _ = fragment(artifact.reader.name)
      case .operation(let artifact):
        texts["\(artifact.name)"] = artifact.text
        let shapes = shapes(artifact.reader)
        var table = shapes.scalars
        let normalization = NormalizationPlan.encode(artifact, types: scalars, config: input.options.schema, scalars: &table)
        operations["\(artifact.name)"] = RelayRuntime.OperationDefinition(
          name: "\(artifact.name)", kind: .init(rawValue: artifact.kind.rawValue) ?? .query, id: nil, cacheID: "\(artifact.name)",
          text: nil, normalization: String(decoding: normalization, as: UTF8.self), reader: reader(artifact.reader, shapes),
          fragments: shapes.fragments.compactMap { fragment($0) }, metadata: "{}")
      }
    }
    self.fragments = fragments.filter { !inlineFragments.contains($0.key) }
  }

  static func source(_ file: URL) throws -> SourceFile {
    SourceFile(path: file.path, bytes: [UInt8](try Data(contentsOf: file)))
  }
}
