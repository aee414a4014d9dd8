extension RecordProxy {
  /// The value of a scalar field as its Swift type; `nil` if it is null, unknown or of another type.
  public func value<T: CustomScalar>(_ name: String, arguments: [String: JSON] = [:], as type: T.Type = T.self) -> T? {
    guard let json = self[name, arguments], !json.isNull else { return nil }
    return try? T(json: json)
  }

  /// Stores the value of a scalar field.
  public func setValue<T: CustomScalar>(_ value: T?, for name: String, arguments: [String: JSON] = [:]) {
    self[name, arguments] = value?.json ?? .null
  }
}
