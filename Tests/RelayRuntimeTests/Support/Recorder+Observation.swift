import Observation

extension Recorder<String> {
  /// Reads a value as a view does, and appends `name` when the view would be notified that it changes.
  func append(_ name: String, onChangeOf value: @autoclosure () -> Any?) {
    withObservationTracking {
      _ = value()
    } onChange: {
      self.append(name)
    }
  }
}
