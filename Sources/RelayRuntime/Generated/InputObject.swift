extension Generated {
  /// The fields of an input object or the variables of an operation: those that have been set, by name.
  ///
  /// An absent name is not sent; a name with `.null` is sent as null. Values are stored in the form in which they are sent, so that an
  /// input type may contain itself.
  public struct InputFields: Sendable, Hashable {
    /// The values with the files in them, if there are any. It is one stored property, because with a second one every type of variables would
    /// get its own copying functions.
    private var entries: [String: Entry]

    private enum Entry: Sendable, Hashable {
      case json(JSON)
      case files(JSON, Generated.InputFiles)

      var json: JSON {
        switch self {
        case .json(let json), .files(let json, _): json
        }
      }
    }

    /// The fields that will be sent. In place of files they have null.
    public var values: [String: JSON] { entries.mapValues(\.json) }

    /// The files in the fields.
    var files: Generated.InputFiles {
      var result = Generated.InputFiles()
      for case (let name, .files(_, let files)) in entries { result.add(files, below: name) }
      return result
    }

    /// Whether setting a field to `nil` sends null instead of omitting it. It is not a stored property either.
    @TaskLocal fileprivate static var sendsNull = false

    /// No fields.
    public init() { entries = [:] }

    /// The given fields.
    public init(_ values: [String: JSON]) { entries = values.mapValues { .json($0) } }

    /// The given fields, with files.
    init(_ values: [String: JSON], _ files: Generated.InputFiles) {
      self.init(values)
      if files.isEmpty { return }
      for (name, value) in values {
        let below = files.below(name)
        if !below.isEmpty { entries[name] = .files(value, below) }
      }
    }

    /// The field `name`, or the type's fallback if the field is absent.
    public func value<T: Generated.InputValue>(_ name: String) -> T {
      switch entries[name] {
      case nil: T.__input(nil)
      case .json(let json): T.__input(json)
      case .files(let json, let files): T.__input(json, files)
      }
    }

    /// Whether the field `name` will be sent.
    public func has(_ name: String) -> Bool { entries[name] != nil }

    /// Sets the field `name`; `nil` makes it absent.
    public mutating func set<T: Generated.InputValue>(_ name: String, _ value: T) {
      guard let json = value.__json ?? (Generated.InputFields.sendsNull ? .some(.null) : nil) else {
        entries[name] = nil
        return
      }
      let files = value.__files
      entries[name] = files.isEmpty ? .json(json) : .files(json, files)
    }

    /// Sends null for the field `name`.
    public mutating func setNull(_ name: String) { entries[name] = .json(.null) }
  }
}

// Non-generic variants for the most common types. They are faster to compile in an app.
extension Generated.InputFields {
  /// The string in the field `name`, or `""`.
  public func string(_ name: String) -> String { value(name) }

  /// The string in the field `name`, if there is one.
  public func optionalString(_ name: String) -> String? { value(name) }

  /// Sets the field `name`; `nil` makes it absent.
  public mutating func set(_ name: String, string value: String?) { set(name, value) }

  /// The integer in the field `name`, or 0.
  public func int(_ name: String) -> Int { value(name) }

  /// The integer in the field `name`, if there is one.
  public func optionalInt(_ name: String) -> Int? { value(name) }

  /// Sets the field `name`; `nil` makes it absent.
  public mutating func set(_ name: String, int value: Int?) { set(name, value) }

  /// The number in the field `name`, or 0.
  public func double(_ name: String) -> Double { value(name) }

  /// The number in the field `name`, if there is one.
  public func optionalDouble(_ name: String) -> Double? { value(name) }

  /// Sets the field `name`; `nil` makes it absent.
  public mutating func set(_ name: String, double value: Double?) { set(name, value) }

  /// The boolean in the field `name`, or `false`.
  public func bool(_ name: String) -> Bool { value(name) }

  /// The boolean in the field `name`, if there is one.
  public func optionalBool(_ name: String) -> Bool? { value(name) }

  /// Sets the field `name`; `nil` makes it absent.
  public mutating func set(_ name: String, bool value: Bool?) { set(name, value) }
}

/// A GraphQL input object. Every generated one is `Hashable` and `CustomDebugStringConvertible`.
///
/// ```swift
/// var input = AddTodoInput(text: "Milk")
/// input.note = "Two bottles"
/// input.setNull(.dueDate)  // sent as null; a field that is not set is not sent
/// try await environment.commit(AddTodoMutation(input: input))
/// ```
///
/// See <doc:Inputs>.
public protocol InputObject: Generated.InputValue {
  /// The names of the fields.
  associatedtype Field: RawRepresentable<String>
  /// The fields that have been set.
  var __fields: Generated.InputFields { get }
  /// Makes an input object from fields.
  init(__fields: Generated.InputFields)
}

extension InputObject {
  /// Sends null for a field. Setting the field's property to `nil` makes it absent instead.
  public mutating func setNull(_ field: Field) {
    var fields = __fields
    fields.setNull(field.rawValue)
    self = Self(__fields: fields)
  }

  public static func __input(_ json: JSON?) -> Self { Self(__fields: Generated.InputFields(json?.objectValue ?? [:])) }

  public static func __input(_ json: JSON?, _ files: Generated.InputFiles) -> Self {
    Self(__fields: Generated.InputFields(json?.objectValue ?? [:], files))
  }

  public var __json: JSON? { .object(__fields.values) }

  public var __files: Generated.InputFiles { __fields.files }

  // Not `description`: many types have a field of that name, and a test that compares the field would get this text instead.
  /// The fields as JSON text.
  @_disfavoredOverload public var debugDescription: String { JSON.object(__fields.values).description }

  public static func == (left: Self, right: Self) -> Bool { left.__fields == right.__fields }

  public func hash(into hasher: inout Hasher) { hasher.combine(__fields) }
}

/// The variables of an operation.
///
/// ```swift
/// var variables = SetPictureMutation.Variables()
/// variables.setNull(\.file)  // sent as null: removes the picture
/// try await environment.commit(SetPictureMutation(variables: variables))
/// ```
///
/// See <doc:Inputs>.
public protocol OperationVariables: Sendable {
  /// The variables that have been set.
  var __fields: Generated.InputFields { get }
}

extension OperationVariables {
  /// Sends null for a variable: `variables.setNull(\.dueDate)`. Setting it to `nil` makes it absent instead, so that its default applies.
  public mutating func setNull<Value>(_ variable: WritableKeyPath<Self, Value?>) {
    Generated.InputFields.$sendsNull.withValue(true) { self[keyPath: variable] = nil }
  }

  /// Whether both have the same values.
  public static func == (left: Self, right: Self) -> Bool { left.__fields == right.__fields }
}

extension Generated {
  /// The variables of an operation that declares none.
  public struct EmptyVariables: OperationVariables {
    /// Always empty.
    public var __fields: Generated.InputFields

    /// No variables.
    public init() { __fields = Generated.InputFields() }
  }
}
