import Foundation
@testable import RelayCompilerCore
import TestSupport
import Testing

/// Payloads that are generated in a test for an app's definitions, compiled as separate modules.
@Suite("Payloads of other modules", .serialized)
struct PayloadModulesTests {
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  private static let schema = SourceFile(
    path: "schema.graphql",
    text: """
      type Query { product(kind: Kind): Product }
      type Product { id: ID! state: State! kinds: [Kind!] }
      enum State { OPEN SOLD }
      enum Kind { CHAIR TABLE }
      """)
  private static let document = SourceFile(
    path: "Product.graphql",
    text: """
      query ProductQuery($kind: Kind) { product(kind: $kind) { kinds ...Product_card } }
      fragment Product_card on Product { state }
      """)

  /// Generates Swift and writes it to a folder.
  private func generate(_ input: CompilerInput, in folder: URL, _ module: String) throws -> [String] {
    let output = Compiler.compile(input)
    if !output.diagnostics.isEmpty { throw Failure(description: "\(output.diagnostics)") }
    return try output.files.map { file in
      let path = folder.appending(path: "\(module)-\(file.name)")
      try Data(file.bytes).write(to: path)
      return path.path
    }
  }

  private func input(_ options: CompilerOptions) -> CompilerInput {
    var input = CompilerInput()
    input.options = options
    input.swift = SwiftOutputs(schema: "Types.graphql.swift")
    input.add([Self.schema], as: .schema)
    return input
  }

  /// The test's configuration names only the module with the payloads.
  @Test("a test's payloads compile beside a module with all types of the schema", arguments: ["library", "executable"])
  func schemaModule(_ kind: String) async throws {
    let folder = try TemporaryFolder("relay-payload-modules")
    let runtime = try await CompilationTests.runtime.value.url
    func compile(_ files: [String], _ module: String, _ options: [String]) async throws {
      let run = try await CompilationTests.swiftc(
        ["-wmo", "-module-name", module, "-I", runtime.path, "-I", folder.url.path] + CompilationTests.flags + options + files)
      if run.status != 0 { throw Failure(description: "\(module):\n\(run.output)") }
    }
    func emit(_ files: [String], _ module: String) async throws {
      let path = folder.url.appending(path: "\(module).swiftmodule").path
      try await compile(files, module, ["-emit-module", "-enable-testing", "-emit-module-path", path])
    }

    var options = CompilerOptions()
    options.swift.schemaModule = "Model"
    var model = input(options)
    model.swift?.schemaTypes = .all
    try await emit(generate(model, in: folder.url, "Model"), "Model")

    if kind == "executable" { options.swift.defaultAccessLevel = .internal }
    var app = input(options)
    app.add([Self.document], as: .document(output: "Product.graphql.swift"))
    try await emit(generate(app, in: folder.url, "App"), "App")

    var testOptions = CompilerOptions()
    testOptions.swift.defaultAccessLevel = .internal
    testOptions.swift.payloads.imported = ["App"]
    if kind == "executable" { testOptions.swift.testableModules = ["App"] }
    var test = input(testOptions)
    test.optionsBelow = options
    test.add([Self.document], as: .imported(module: "App"))
    let use = folder.url.appending(path: "Use.swift")
    try Data(
      """
      import Model
      import RelayRuntime
      \(kind == "executable" ? "@testable " : "")import App

      func use(_ state: Model.State) async throws {
        let product = ProductQuery.Payload(product: .init(kinds: [.chair], state: state, id: "1"))
        try await MockEnvironment().resolve(ProductQuery(), data: product)
        _ = Product_card.Payload(state: .sold)
      }
      """.utf8
    ).write(to: use)
    try await compile(try generate(test, in: folder.url, "AppTests") + [use.path], "AppTests", ["-typecheck"])
    withExtendedLifetime(folder) {}
  }
}
