extension RelayStore {
  /// When a payload that arrives now was received, on the store's clock.
  func reception(_ origin: PayloadOrigin) -> Reception {
    let now = configuration.now()
    let made = now.advanced(by: .zero - (origin.elapsed + (origin.age?.age ?? .zero)).bounded)
    return Reception(
      time: made, expiresAt: origin.age?.maxAge.map { made.advanced(by: $0.bounded) }, isTransient: !origin.mayBeStored)
  }

  /// Completes what a payload says about its reception: a payload of unknown origin was received now.
  func noteReception(of payload: inout NormalizedPayload, _ operation: OperationDescriptor) {
    let plan = operation.definition.normalization
    if payload.records.reception == nil { payload.records.reception = Reception(time: configuration.now()) }
    let reception = payload.records.reception
    payload.records.needsTimes =
      plan.usesAges || configuration.maxAge != nil || reception?.expiresAt != nil || reception?.isTransient == true
    if plan.hasPrivateFields { payload.records.privateFields = PrivateFields.find(in: payload, of: operation, keys) }
  }
}
