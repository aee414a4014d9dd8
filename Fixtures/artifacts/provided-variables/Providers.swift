import RelayRuntime

// What the app provides, for the generated Swift to compile.

enum IsLarge: VariableProvider {
  static func get() -> Bool { true }
}

enum CoverWidth: VariableProvider {
  static func get() -> Int { 320 }
}
