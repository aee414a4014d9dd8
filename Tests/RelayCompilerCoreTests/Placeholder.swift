import Testing
@testable import RelayCompilerCore
