extension Generated {
  /// A type that a variable or a field of an input object can have.
  public protocol InputValue: Sendable {
    /// The value of a field, or the type's fallback if the field is absent.
    static func __input(_ json: JSON?) -> Self
    /// The value of a field with files.
    static func __input(_ json: JSON?, _ files: Generated.InputFiles) -> Self
    /// The value as it is sent; `nil` if nothing is sent.
    var __json: JSON? { get }
    /// The files in the value. In `__json`, null is in their place.
    var __files: Generated.InputFiles { get }
  }
}

extension Generated.InputValue {
  public static func __input(_ json: JSON?, _ files: Generated.InputFiles) -> Self { __input(json) }
  public var __files: Generated.InputFiles { Generated.InputFiles() }
}

extension Optional: Generated.InputValue where Wrapped: Generated.InputValue {
  public static func __input(_ json: JSON?) -> Wrapped? {
    guard let json, !json.isNull else { return nil }
    return Wrapped.__input(json)
  }
  public static func __input(_ json: JSON?, _ files: Generated.InputFiles) -> Wrapped? {
    if files.isEmpty { return __input(json) }
    return json.map { Wrapped.__input($0, files) }
  }
  public var __json: JSON? { self?.__json }
  public var __files: Generated.InputFiles { self?.__files ?? Generated.InputFiles() }
}

extension Array: Generated.InputValue where Element: Generated.InputValue {
  public static func __input(_ json: JSON?) -> [Element] {
    switch json {
    case .array(let items): return items.map { Element.__input($0) }
    case nil, .null: return []
    case .some(let item): return [Element.__input(item)]
    }
  }
  public static func __input(_ json: JSON?, _ files: Generated.InputFiles) -> [Element] {
    guard case .array(let items) = json, !files.isEmpty else { return __input(json) }
    return items.enumerated().map { Element.__input($1, files.below(String($0))) }
  }
  public var __json: JSON? { .array(map { $0.__json ?? .null }) }
  public var __files: Generated.InputFiles {
    var files = Generated.InputFiles()
    for (index, item) in enumerated() { files.add(item.__files, below: String(index)) }
    return files
  }
}
