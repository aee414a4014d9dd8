/// The only limit of time in the tests. It ends what hangs, and says nothing about speed: nothing comes near it, on any machine.
package enum HangGuard {
  package static let minutes = 30
  package static let time = Duration.seconds(60 * minutes)

  /// A pause that no test survives: whoever waits for its end hangs.
  package static let forever = time * 100
}
