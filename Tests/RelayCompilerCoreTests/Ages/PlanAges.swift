import Foundation
@testable import RelayCompilerCore
import Testing

/// What the normalization plan of an operation says of ages, scopes and invalidations, read from generated Swift.
struct PlanAges {
  /// The age of each field that has one, in the notation of plans, by its path: `book.<Novel>.title` is `title` in `... on Novel`. A field
  /// in several conditions has the last one's.
  private(set) var fields: [String: String] = [:]
  /// The paths of all fields.
  private(set) var paths: [String] = []
  /// The operation's own age.
  private(set) var operation: String?
  /// What is stale after each field, as JSON.
  private(set) var invalidations: [String: String] = [:]

  /// - Parameter operation: the name of the operation; it may be a generated one.
  init(
    _ operation: String = "Q", in document: String, schema: String, extensions: String = "",
    sourceLocation: SourceLocation = #_sourceLocation, configure: (inout CompilerOptions) -> Void = { _ in }
  ) throws {
    let swift = try PlanEncoderTests.swift(document, schema: schema, extensions: extensions, configure: configure)
    let start = try #require(
      swift.range(of: ##"normalization: #"{"version":1,"name":"\##(operation)""##), "\(swift)", sourceLocation: sourceLocation)
    let line = swift[start.lowerBound...].prefix { $0 != "\n" }
    let text = line.dropFirst(##"normalization: #""##.count).prefix { $0 != "#" }.dropLast()
    let plan = try #require(
      JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any], "\(text)", sourceLocation: sourceLocation)
    self.operation = plan["age"] as? String
    read(plan["selections"], below: "")
  }

  private mutating func read(_ selections: Any?, below path: String) {
    var last = ""
    for node in selections as? [Any] ?? [] {
      if let text = node as? String {
        last = note(path, name: String(text.prefix { $0 != ":" }), type: String(text.drop { $0 != ":" }))
        continue
      }
      guard let elements = node as? [Any], let code = elements.first as? Int else { continue }
      func text(_ index: Int) -> String? { index < elements.count ? elements[index] as? String : nil }
      func element(_ index: Int) -> Any? { index < elements.count ? elements[index] : nil }
      switch PlanCode(rawValue: code) {
      case .scalarField: last = note(path, name: text(3) ?? text(1) ?? "", type: text(2) ?? "")
      case .linkedField:
        let inner = note(path, name: text(5) ?? text(1) ?? "", type: text(3) ?? "")
        read(element(4), below: inner + ".")
        last = inner
      case .inlineFragment: read(element(3), below: path + "<\(text(1) ?? "")>.")
      case .condition, .defer, .stream: read(element(3), below: path)
      case .clientExtension: read(element(1), below: path)
      case .invalidation:
        let parts = elements.dropFirst().compactMap { part in
          (try? JSONSerialization.data(withJSONObject: part, options: .sortedKeys)).map { String(decoding: $0, as: UTF8.self) }
        }
        invalidations[last] = parts.joined(separator: " ")
      default: break
      }
    }
  }

  private mutating func note(_ path: String, name: String, type: String) -> String {
    let path = path + name
    paths.append(path)
    if let at = type.firstIndex(of: "@") { fields[path] = String(type[type.index(after: at)...]) }
    return path
  }

  /// The number of seconds of a field; nil if it has none.
  func seconds(_ path: String) -> Int? { fields[path].flatMap { Int($0.prefix { $0.isNumber }) } }

  /// The least age of all fields of the operation, as Apollo Server finds it for a response: fields without an age have the default.
  func least(default defaultAge: Int) -> Int {
    paths.filter { !$0.hasSuffix("__typename") && !$0.hasSuffix("id") }.map { seconds($0) ?? defaultAge }.min() ?? defaultAge
  }

  var isPrivate: Bool { fields.values.contains { $0.hasSuffix("P") } }
}
