import Foundation
import RelayRuntime

// The app's code for the provided variable in Documents.graphql.
enum Today: VariableProvider {
  static func get() -> Date? { nil }
}
