/// Default values must not contain themselves. They do if each omits a field whose own default value leads to the next one
/// (specification, section 3.10, "InputObjectDefaultValueHasCycle"). Each cycle is reported once. Relay ignores them, like all default
/// values.
extension SchemaValidator {
  mutating func checkDefaultValueCycles() {
    guard profile == .specification else { return }
    var done: Set<InputFieldID> = []
    var open: Set<InputFieldID> = []
    for type in schema.types.indices where schema.types[type].kind == .inputObject {
      for index in schema.types[type].inputFields.indices {
        let root = InputFieldID(type: TypeID(rawValue: UInt32(type)), index: index)
        guard !done.contains(root), open.insert(root).inserted else { continue }
        // Depth first and without recursion, because a chain of input objects can be long.
        var path: [(field: InputFieldID, pending: [InputFieldID])] = [(root, schema.fieldsDefaulted(by: root))]
        while let last = path.last {
          guard let next = last.pending.first else {
            open.remove(last.field)
            done.insert(last.field)
            path.removeLast()
            continue
          }
          path[path.count - 1].pending.removeFirst()
          if open.contains(next) {
            let start = path.firstIndex { $0.field == next } ?? 0
            report(.defaultValueCycle(path[start...].map { schema.name(of: $0.field) }, at: schema[next].range))
          } else if !done.contains(next) {
            open.insert(next)
            path.append((next, schema.fieldsDefaulted(by: next)))
          }
        }
      }
    }
  }
}

/// A field of an input object.
struct InputFieldID: Hashable {
  var type: TypeID
  var index: Int
}

extension Schema {
  fileprivate subscript(field: InputFieldID) -> InputValueDefinition { self[field.type].inputFields[field.index] }

  fileprivate func name(of field: InputFieldID) -> String { "\(self[field.type].name).\(self[field].name)" }

  /// The fields whose default values complete this field's default value.
  fileprivate func fieldsDefaulted(by field: InputFieldID) -> [InputFieldID] {
    var result: [InputFieldID] = []
    guard let value = self[field].defaultValue else { return result }
    collectFieldsDefaulted(by: value, as: self[field].type.named, into: &result)
    return result
  }

  /// Recurses only as deep as values nest in the source.
  private func collectFieldsDefaulted(by value: ConstantValue, as type: TypeID, into result: inout [InputFieldID]) {
    guard self[type].kind == .inputObject else { return }
    switch value {
    case .list(let items):
      for item in items { collectFieldsDefaulted(by: item, as: type, into: &result) }
    case .object(let entries):
      for (index, field) in self[type].inputFields.enumerated() {
        if let entry = entries.first(where: { $0.name == field.name }) {
          collectFieldsDefaulted(by: entry.value, as: field.type.named, into: &result)
        } else if field.defaultValue != nil, self[field.type.named].kind == .inputObject {
          result.append(InputFieldID(type: type, index: index))
        }
      }
    case .int, .float, .string, .boolean, .null, .enum: break
    }
  }
}
