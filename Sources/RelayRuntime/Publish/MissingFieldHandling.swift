/// A host of a store that supplies fields that the store lacks.
protocol MissingFieldHandling: StoreHost {
  var missingFieldHandlers: [MissingFieldHandler] { get }
}
