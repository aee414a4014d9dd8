/// Normalized records of another client, from which a response can be made.
package protocol OtherRecords {
  /// The key of the record with the fields of the query root.
  var rootKey: String { get }
  /// The fields of a record by their keys; `nil` if there is no such record.
  func fields(of record: String) throws -> [String: JSON]?
  /// The key of a field.
  func key(_ name: String, _ arguments: [(name: String, value: JSON)]) -> String
  /// The record to which a value links; `nil` for a value without a link.
  func link(_ value: JSON) -> String?
}

extension OperationDescriptor {
  /// The data that a server would have answered, as far as other records have it: fields that they lack are left out, and so are fragments
  /// on interfaces and unions, because only a server can say to which objects they apply.
  ///
  /// - Returns: `nil` if they have nothing of it.
  /// - Throws: the errors of the records, and ``TooManyRecords`` for lists that are in each other again and again.
  package func data(from records: some OtherRecords) throws -> JSON? {
    let plan = definition.normalization
    guard let root = try records.fields(of: records.rootKey) else { return nil }
    var reading = OtherReading(records: records, plan: plan, variables: variables)
    let data = try reading.object(0..<plan.steps.count, root)
    return data.isEmpty ? nil : .object(data)
  }
}

/// Records that link to each other so often that the response would be too large.
package struct TooManyRecords: Error {}

/// Walks over other records as a plan says. The plan limits the depth.
private struct OtherReading<Records: OtherRecords> {
  let records: Records
  let plan: NormalizationPlan
  let variables: [String: JSON]
  /// The number of objects that may still be made.
  private var remaining = 100_000
  /// The records that have been read.
  private var known = [ByteKey: [String: JSON]]()

  init(records: Records, plan: NormalizationPlan, variables: [String: JSON]) {
    (self.records, self.plan, self.variables) = (records, plan, variables)
  }

  mutating func object(_ range: Range<Int>, _ fields: [String: JSON]) throws -> [String: JSON] {
    remaining -= 1
    guard remaining > 0 else { throw TooManyRecords() }
    var object = [String: JSON]()
    if let type = fields["__typename"] { object["__typename"] = type }
    try read(range, fields, into: &object)
    return object
  }

  private mutating func read(_ range: Range<Int>, _ fields: [String: JSON], into object: inout [String: JSON]) throws {
    var index = range.lowerBound
    while index < range.upperBound {
      let step = plan.steps[index]
      let children = index + 1..<Int(step.next)
      switch step.kind {
      case .scalar, .linked:
        if let value = value(of: step, in: fields) {
          object[plan.responseKeys[Int(step.index)]] = step.kind == .scalar ? value : try linked(value, children)
        }
      case .inlineFragment:
        // A type that no plan has does not satisfy a condition.
        let type = fields["__typename"]?.stringValue.flatMap { Keys.find($0) }
        if !step.typeCondition.isAbstract, let type, step.typeCondition.includes(type) { try read(children, fields, into: &object) }
      case .condition:
        if (variables[plan.conditionVariables[Int(step.name)]]?.isTruthy ?? false) == step.flag {
          try read(children, fields, into: &object)
        }
      case .defer, .stream: try read(children, fields, into: &object)
      case .scalarHandle, .linkedHandle, .typeDiscriminator, .clientExtension: break
      }
      index = Int(step.next)
    }
  }

  /// The value of a field. An argument without a value may be left out of its key, or be null there.
  private func value(of step: NormalizationStep, in fields: [String: JSON]) -> JSON? {
    let field = plan.field(step)
    let arguments = field.arguments.compactMap { argument in
      argument.value.evaluate(variables).map { (name: argument.name, value: $0) }
    }
    return fields[records.key(field.name, arguments.filter { !$0.value.isNull })] ?? fields[records.key(field.name, arguments)]
  }

  private mutating func linked(_ value: JSON, _ children: Range<Int>) throws -> JSON {
    if case .array(let items) = value { return .array(try items.map { try linked($0, children) }) }
    if let link = records.link(value) {
      guard let fields = try fields(of: link) else { return .null }
      return .object(try object(children, fields))
    }
    guard case .object(let fields) = value else { return .null }
    return .object(try object(children, fields))
  }

  private mutating func fields(of link: String) throws -> [String: JSON]? {
    let key = ByteKey(link)
    if let fields = known[key] { return fields }
    let fields = try records.fields(of: link)
    known[key] = fields
    return fields
  }
}
