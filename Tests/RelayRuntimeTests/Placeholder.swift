import Testing
@testable import RelayRuntime
