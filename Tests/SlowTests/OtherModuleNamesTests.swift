import Foundation
@testable import RelayCompilerCore
import TestSupport
import Testing

/// Modules that refer to definitions of another one whose names in Swift are not those of the documents.
@Suite("Names in other modules", .serialized)
struct OtherModuleNamesTests {
  private static let schema = SourceFile(
    path: "schema.graphql",
    text: """
      type Query { user: User node(id: ID!): Node }
      interface Node { id: ID! }
      type User implements Node { id: ID! role: Role! name: String }
      enum Role { ADMIN GUEST }
      """)

  private struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// Generates and compiles the module `Model` with a document, and the Swift of a module above it, which has `code`, too.
  ///
  /// - Parameters:
  ///   - isSchemaModule: whether `Model` declares all types of the schema.
  ///   - above: adds what the module above it has.
  private func compile(
    _ document: String, isSchemaModule: Bool = false, code: String = "", above: (inout CompilerInput) -> Void
  ) async throws {
    let folder = try TemporaryFolder("relay-module-names")
    let runtime = try await CompilationTests.runtime.value.url
    func compile(_ input: CompilerInput, code: String = "", _ module: String, _ options: [String]) async throws {
      let output = Compiler.compile(input)
      if !output.diagnostics.isEmpty { throw Failure(description: "\(output.diagnostics)") }
      let own = GeneratedFile(name: "Own.swift", bytes: Array("import Model\nimport RelayRuntime\n\(code)\n".utf8))
      let files = try (output.files + (code.isEmpty ? [] : [own])).map { file in
        let path = folder.url.appending(path: "\(module)-\(file.name)")
        try Data(file.bytes).write(to: path)
        return path.path
      }
      let run = try await CompilationTests.swiftc(
        ["-wmo", "-module-name", module, "-I", runtime.path, "-I", folder.url.path] + CompilationTests.flags + options + files)
      if run.status != 0 || !run.output.isEmpty { throw Failure(description: "\(module):\n\(run.output)") }
    }

    var input = CompilerInput()
    if isSchemaModule { input.options.swift.schemaModule = "Model" }
    input.swift = SwiftOutputs(schema: "Types.graphql.swift")
    input.add([Self.schema], as: .schema)
    let source = SourceFile(path: "Model.graphql", text: document)

    var model = input
    if isSchemaModule { model.swift?.schemaTypes = .all }
    model.add([source], as: .document(output: "Model.graphql.swift"))
    try await compile(model, "Model", ["-emit-module", "-emit-module-path", folder.url.appending(path: "Model.swiftmodule").path])

    input.add([source], as: .imported(module: "Model"))
    above(&input)
    try await compile(input, code: code, "App", ["-typecheck"])
    withExtendedLifetime(folder) {}
  }

  @Test(
    "A fragment can be spread in other modules, whatever its name",
    arguments: [
      "fragment Role on User { role }", "fragment Role_Key on User { role } fragment Role on User { ...Role_Key }",
      "fragment F on User @refetchable(queryName: \"FQuery\") { role }", "fragment data on User { role }",
      "fragment Data on User { name } fragment Data_Fragment on User { role }",
    ], [false, true])
  func fragments(_ document: String, isSchemaModule: Bool) async throws {
    let names = document.matches(of: #/fragment (\w+)/#).map { "...\($0.1)" }
    try await compile(document, isSchemaModule: isSchemaModule) { app in
      let query = "query HomeQuery { user { \(names.joined(separator: " ")) } }"
      app.add([SourceFile(path: "Home.graphql", text: query)], as: .document(output: "Home.graphql.swift"))
    }
  }

  @Test("A test's payloads belong to the operations that have their names in Swift")
  func payloads() async throws {
    let document = "query Home { user { name } } query HomeQuery { user { role } } fragment Role on User { role }"
    let code = """
      func use() async throws {
        try await MockEnvironment().resolve(HomeQuery(), data: HomeQuery.Payload(user: .init(role: .admin, id: "1")))
        try await MockEnvironment().resolve(HomeQuery_Operation(), data: HomeQuery_Operation.Payload(user: .init(name: "Ada", id: "1")))
        _ = Role.Payload(role: .guest)
      }
      """
    try await compile(document, code: code) { test in
      test.optionsBelow = test.options
      test.options.swift.defaultAccessLevel = .internal
      test.options.swift.payloads.imported = ["Model"]
    }
  }
}
