/// What a large reading has read, for the places at which it meets the same again.
///
/// Records may link to one another many times and in circles, and then there are many more paths than links. Once a reading has met many
/// records for a second time, it reads a record once for each selection and definition, and shows the same row at all further places. Only
/// objects with lists below them matter, because without lists the plan limits the number of paths. Smaller readings pay nothing for that,
/// and each place has its own row.
struct SharedRows {
  /// What the content of an object's row depends on, apart from the store.
  struct Key: Hashable {
    let record: RecordID
    /// The step that leads to the object.
    let step: Int32
    /// The definition being read, with its variables.
    let context: UnretainedReference<ReadContext>
    /// The row that another selection with the same response key has begun.
    var begun: RowIdentity?
    let isUnmatched: Bool
    let recordsMissingFields: Bool
  }

  /// The result of reading an object, with everything that the reading has found below it.
  struct Entry {
    let outcome: Reader.Outcome
    let isMissing: Bool
    let isIrreproducible: Bool
    /// Whether an error below the object is making the objects around it null.
    let isPropagating: Bool
    /// The errors, with paths that begin at the object.
    let errors: [FieldError]
    /// The first error of each kind that no `@catch` has caught: indices in `errors`.
    let leading: [Int]
    /// Keeps the identity in the key from being used again.
    let begun: Row?

    init(_ outcome: Reader.Outcome, _ found: Reader.Findings, _ errors: [FieldError], isPropagating: Bool, begun: Row?) {
      self.outcome = outcome
      isMissing = found.isMissing
      isIrreproducible = found.isIrreproducible
      self.isPropagating = isPropagating
      self.errors = errors
      self.begun = begun
      var leading: [Int] = []
      for (index, error) in errors.enumerated() where !error.isHandled {
        if !leading.contains(where: { errors[$0].kind == error.kind }) { leading.append(index) }
      }
      self.leading = leading
    }
  }

  /// A fragment on a record.
  struct FragmentPlace: Hashable {
    let record: RecordID
    let context: UnretainedReference<ReadContext>
    let isUnmatched: Bool
  }

  /// Numbers of repeated objects: those whose record the reading has met before.
  struct Bounds: Sendable {
    /// From here on, rows are shared.
    var threshold = 4096
    /// A reading with more ends with an error.
    var limit = Int.max
  }

  /// The number of errors in a reading from which on a shared row repeats only the first of its errors.
  static let maximumErrors = 1000

  let bounds: Bounds
  /// The number of repeated objects so far.
  var repetitions = 0
  var rows = [Key: Entry]()
  /// The fragments that are more than a row. If the data around them is read again, they are not.
  var fragments = [FragmentPlace: FragmentReading]()
  /// The field at which the reading has exceeded its limit.
  var excess: FieldError?

  init(_ bounds: Bounds) { self.bounds = bounds }

  @inline(__always) var isOn: Bool { repetitions >= bounds.threshold }

  @inline(__always) var isExceeded: Bool { repetitions > bounds.limit }
}
