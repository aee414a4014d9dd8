@testable import RelayCompilerCore
import Testing

@Suite("Access levels of generated code")
struct AccessTests {
  private static let schema = """
    scalar Date
    type Query { todo(id: ID, due: Date): Todo }
    type Todo { id: ID! text: String due: Date next: Todo }
    """

  private static let document = """
    query Q($id: ID, $due: Date) { todo(id: $id, due: $due) { text due ...T_todo } }
    query P($id: ID) { todo(id: $id) { text } }
    fragment T_todo on Todo { text }
    """

  private static func swift(_ access: SwiftOptions.AccessLevel) throws -> String {
    try PlanEncoderTests.swift(document, schema: schema) { options in
      options.swift.configuredAccessLevel = access
      options.customScalarTypes = ["Date": CustomScalarType(typeName: "Day", module: "Dates")]
    }
  }

  /// Bodies are compiled by clients, except where they need the conformance of a custom scalar, which clients may not see.
  @Test("In a library, clients compile what generated declarations do")
  func library() throws {
    let swift = try Self.swift(.public)
    let emitted = [
      "var text: String? {", "var todo: Todo_todo? {", "var fragment_T_todo: RelayRuntime.FragmentPointer {", "var id: String? {",
      "init(__row: RelayRuntime.Generated.RowReference) {", "static var __shape: RelayRuntime.Generated.RowShape {",
      "init(id: String? = nil) {",
      "init(key: any T_todo_Key) {", "func asFragment() ->", "var t_todo: T_todo {",
    ]
    for declaration in emitted { #expect(swift.contains("@_alwaysEmitIntoClient public \(declaration)"), "\(declaration) \(swift)") }
    #expect(swift.contains("  public var due: Dates.Day? {") && !swift.contains("@_alwaysEmitIntoClient public var due"), "\(swift)")
    #expect(swift.contains("    public init(id: String? = nil, due: Dates.Day? = nil) {"), "\(swift)")
    #expect(swift.contains("@frozen public struct Todo_todo:"), "\(swift)")
  }

  @Test("Elsewhere, the compiler decides", arguments: [SwiftOptions.AccessLevel.internal, .package])
  func elsewhere(_ access: SwiftOptions.AccessLevel) throws {
    let swift = try Self.swift(access)
    #expect(!swift.contains("@_alwaysEmitIntoClient") && !swift.contains("@frozen"), "\(swift)")
  }
}
