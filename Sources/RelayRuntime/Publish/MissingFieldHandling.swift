/// A host of a store that supplies fields which the store lacks.
protocol MissingFieldHandling: StoreHost {
  var missingFieldHandlers: [MissingFieldHandler] { get }
}
