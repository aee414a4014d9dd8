// What the examples of the documentation take for granted.
import Foundation
import RelayRuntime

let url = URL(string: "https://example.com/graphql")!
let environment = RelayEnvironment(network: HTTPNetwork(url: url))
