import RelayRuntime

/// A parsed GraphQL request: the executable half of the language (GraphQL specification, section 2).
struct RequestDocument {
  var operations: [Operation] = []
  var fragments: [String: Fragment] = [:]

  struct Operation {
    var kind: OperationDefinition.Kind
    var name: String?
    var variables: [VariableDefinition]
    var selections: [Selection]
  }

  struct VariableDefinition {
    var name: String
    var isNonNull: Bool
    var defaultValue: Value?
  }

  struct Fragment {
    var typeCondition: String
    var selections: [Selection]
  }

  enum Selection {
    case field(Field)
    case spread(name: String, directives: [Directive])
    case inline(typeCondition: String?, directives: [Directive], selections: [Selection])
  }

  struct Field {
    var responseKey: String
    var name: String
    var arguments: [(name: String, value: Value)]
    var directives: [Directive]
    var selections: [Selection]
    var location: Location
  }

  struct Directive {
    var name: String
    var arguments: [(name: String, value: Value)]
  }

  indirect enum Value {
    case variable(String)
    case constant(JSON)
    case list([Value])
    case object([(name: String, value: Value)])
  }

  /// Both count from 1.
  struct Location {
    var line: Int
    var column: Int
  }
}

/// The reason why a request, or one of its fields, has no result.
struct RequestError: Error {
  var message: String
  var code: String?
  var location: RequestDocument.Location?

  init(_ message: String, code: String? = nil, at location: RequestDocument.Location? = nil) {
    self.message = message
    self.code = code
    self.location = location
  }
}
