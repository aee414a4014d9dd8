import RelayRuntime

/// `provider: "./flags/showsNames.relayprovider"`
enum ShowsNames: VariableProvider {
  static func get() -> Bool { true }
}

/// `provider: "PageSize"`
enum PageSize: VariableProvider {
  static func get() -> Int? { 2 }
}
