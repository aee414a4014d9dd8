public struct NWPath: Sendable {}
