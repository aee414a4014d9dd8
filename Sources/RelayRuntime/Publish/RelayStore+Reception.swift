extension RelayStore {
  /// Completes what a payload says about its reception: a payload of unknown origin was received now.
  func noteReception(of payload: inout NormalizedPayload, _ operation: OperationDescriptor) {
    let plan = operation.definition.normalization
    if payload.records.reception == nil { payload.records.reception = Reception(time: Moment(configuration.now())) }
    let reception = payload.records.reception
    payload.records.needsTimes =
      plan.usesAges || configuration.maxAge != nil || reception?.expiresAt != nil || reception?.isTransient == true
      || reception?.isPrivate == true
    if plan.hasPrivateFields { payload.records.privateFields = PrivateFields.find(in: payload, of: operation, keys) }
  }
}
