import Foundation
import TestSupport
import Testing

@testable import RelayRuntime

/// Whoever reads all fields sees the same, whether the server propagates errors or the reader does.
@Suite("Propagation by the reader")
struct ErrorPropagationTests {
  /// A selection, and a value of its type.
  private indirect enum Node {
    case scalar(String)
    case object([(name: String, node: Node)])
    case list(Node)
    case nonNull(Node)

    static func random(_ depth: Int, _ random: inout SplitMix) -> Node {
      let node: Node
      switch Int.random(in: 0...(depth > 0 ? 4 : 0), using: &random) {
      case 1, 2:
        node = .object((0...Int.random(in: 0...2, using: &random)).map { ("f\($0)", .random(depth - 1, &random)) })
      case 3: node = .list(.random(depth - 1, &random))
      case 4: node = .list(.list(.random(depth - 2, &random)))
      default: node = .scalar("S")
      }
      return Bool.random(using: &random) ? .nonNull(node) : node
    }

    /// The type in the notation of plans.
    var type: String {
      switch self {
      case .scalar(let type): type
      case .object: "O"
      case .list(let item): "[\(item.type)]"
      case .nonNull(let node): node.type + "!"
      }
    }

    /// The fields of the objects; nil for scalars.
    var fields: [(name: String, node: Node)]? {
      switch self {
      case .scalar: nil
      case .object(let fields): fields
      case .list(let node), .nonNull(let node): node.fields
      }
    }

    func normalization(_ name: String) -> NormalizationPlanNode {
      guard let fields else { return .scalar(name, type) }
      return .linked(name, type, of: "T", fields.map { $0.node.normalization($0.name) })
    }

    func reader(_ name: String) -> ReaderPlanNode {
      guard let fields else { return .scalar(name, type) }
      return .linked(name, type, of: "T", fields.map { $0.node.reader($0.name) })
    }

    /// A value of which some parts are null, with the paths of the errors for that.
    func value(_ path: [JSON], _ errors: inout [[JSON]], _ random: inout SplitMix) -> JSON {
      if Int.random(in: 0..<12, using: &random) == 0 {
        errors.append(path)
        return .null
      }
      switch self {
      case .scalar: return "x"
      case .nonNull(let node): return node.value(path, &errors, &random)
      case .list(let item):
        return .array((0..<Int.random(in: 0...2, using: &random)).map { item.value(path + [.int($0)], &errors, &random) })
      case .object(let fields):
        var members: [String: JSON] = [:]
        for (name, node) in fields { members[name] = node.value(path + [.string(name)], &errors, &random) }
        return .object(members)
      }
    }

    /// The value with errors propagated as in section 6.4.4 of the GraphQL specification.
    /// - Throws: `NotNull` for a null that is not allowed.
    func propagated(_ value: JSON) throws(NotNull) -> JSON {
      switch (self, value) {
      case (.nonNull(let node), _):
        let kept = try node.propagated(value)
        if kept.isNull { throw NotNull() }
        return kept
      case (.list(let item), .array(let items)):
        do throws(NotNull) {
          var kept: [JSON] = []
          for value in items { kept.append(try item.propagated(value)) }
          return .array(kept)
        } catch {
          return .null
        }
      case (.object(let fields), .object(var members)):
        do throws(NotNull) {
          for (name, node) in fields { members[name] = try node.propagated(members[name] ?? .null) }
          return .object(members)
        } catch {
          return .null
        }
      default: return value
      }
    }
  }

  private struct NotNull: Error {}

  @Test("What is read is what a server that propagates errors would have sent", .cases)
  func sameData() {
    eachCase(of: (0 as UInt64)..<400) { seed in
      var random = SplitMix(seed: seed)
      let fields = (0...2).map { (name: "r\($0)", node: Node.random(4, &random)) }
      let root = Node.object(fields)
      var paths: [[JSON]] = []
      guard case .object(let data) = root.value([], &paths, &random) else { return }
      let errors = paths.map { path -> JSON in ["message": "no", "path": .array(path)] }
      let answer: JSON = ["data": .object(data), "errors": .array(errors)]
      let operation = OperationDescriptor(
        Plans.operation(
          "Q\(seed)", normalization: fields.map { $0.node.normalization($0.name) }, reader: fields.map { $0.node.reader($0.name) }))
      let test = TestStore()
      try test.publish(operation, answer.description, options: Normalizer.Options(isResponse: true))
      let snapshot = test.store.lookup(operation)
      let expected = try root.propagated(.object(data))
      #expect((snapshot.row?.json ?? .null) == expected)
      #expect((snapshot.row == nil) == (snapshot.thrownErrors != nil))
      #expect(snapshot.fieldErrors.count <= paths.count)
    }
  }
}
