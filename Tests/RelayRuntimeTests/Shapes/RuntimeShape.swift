import Foundation
import RelayRuntime

/// A response or a session of a certain shape, which grows with its size.
struct RuntimeShape: Sendable, CustomStringConvertible {
  let name: String
  /// The smallest size that is measured. What copying costs shows only in large sessions, because other work takes longer in a debug build.
  let smallest: Int
  /// Prepares a session of a size and returns the work that is measured.
  let session: @Sendable (_ size: Int) throws -> () throws -> Void

  init(_ name: String, from smallest: Int = 250, _ session: @escaping @Sendable (_ size: Int) throws -> () throws -> Void) {
    self.name = name
    self.smallest = smallest
    self.session = session
  }

  var description: String { name }
}

extension RuntimeShape {
  static let all = responses + connections + incremental + streamedConnections + sessions + optimism

  /// The pieces for 0 to `count - 1`, separated by commas.
  static func list(_ count: Int, _ piece: (Int) -> String) -> String {
    var text = ""
    for index in 0..<count {
      if index > 0 { text += "," }
      text += piece(index)
    }
    return text
  }
}
