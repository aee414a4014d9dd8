/// GraphQL constants as JSON.
extension JSONText {
  mutating func constant(_ value: ConstantValue) { text.append(json: value) }

  mutating func member(_ key: String, constant value: ConstantValue) { member(key) { $0.constant(value) } }
}
