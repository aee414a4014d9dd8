/// The turns of a sequence that follows data: one in the beginning, and one after changes. Changes in quick succession lead to one turn.
///
/// A turn is pending work of the environment from the change until its end.
struct ChangeTurns: Sendable {
  private let changes = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
  private let reaction: Reaction

  init(in environment: RelayEnvironment) {
    reaction = Reaction(in: environment)
    reaction.begin()
  }

  /// Makes another turn necessary.
  func change() {
    reaction.begin()
    // Otherwise the turn that was necessary already is enough, or there are no more turns.
    guard case .enqueued = changes.continuation.yield() else { return reaction.end() }
  }

  /// Calls `turn` for each turn, until the calling task is cancelled.
  func run(_ turn: () -> Void) async {
    defer { reaction.close() }
    turn()
    reaction.end()
    for await _ in changes.stream {
      turn()
      reaction.end()
    }
  }
}
