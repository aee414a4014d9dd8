import RelayRuntime

let query = FeedQuery(order: .newest)
print(FeedQuery.definition.name, query.variables.order)
