/// Input objects that no value can satisfy, because each contains the next one in a non-null field (specification, section 3.10,
/// "Circular References"). Each cycle is reported once.
extension SchemaValidator {
  mutating func checkInputObjectCycles() {
    enum State { case new, open, done }
    var states = [State](repeating: .new, count: schema.types.count)
    for root in schema.types.indices where schema.types[root].kind == .inputObject && states[root] == .new {
      // Depth first and without recursion, because a chain of input objects can be long.
      var path: [(index: Int, next: Int)] = [(root, 0)]
      states[root] = .open
      while let (index, next) = path.last {
        guard next < schema.types[index].inputFields.count else {
          states[index] = .done
          path.removeLast()
          continue
        }
        path[path.count - 1].next += 1
        let field = schema.types[index].inputFields[next]
        guard field.type.isNonNull, field.type.item == nil, schema[field.type.named].kind == .inputObject else { continue }
        let target = Int(field.type.named.rawValue)
        switch states[target] {
        case .done: break
        case .new:
          states[target] = .open
          path.append((target, 0))
        case .open:
          let start = path.firstIndex { $0.index == target } ?? 0
          let fields = path[start...].map { schema.types[$0.index].inputFields[$0.next - 1] }
          report(.inputObjectCycle(schema.types[target].name, fields))
        }
      }
    }
  }
}
