public import ApolloAPI
public import Foundation

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

// Stand-ins for Apollo's request chain.

public protocol ApolloURLSession: Sendable {
  func data(for request: URLRequest) async throws -> (Data, HTTPURLResponse)
}

public struct HTTPResponse: Sendable {
  public let response: HTTPURLResponse
  public let chunks: AsyncThrowingStream<Data, any Error>

  public func mapChunks(_ transform: @escaping @Sendable (HTTPURLResponse, Data) async throws -> Data) async -> HTTPResponse {
    let (response, chunks) = (self.response, self.chunks)
    let mapped = AsyncThrowingStream<Data, any Error> { continuation in
      Task {
        do {
          for try await chunk in chunks { continuation.yield(try await transform(response, chunk)) }
          continuation.finish()
        } catch {
          continuation.finish(throwing: error)
        }
      }
    }
    return HTTPResponse(response: response, chunks: mapped)
  }
}

public protocol HTTPInterceptor: Sendable {
  typealias NextHTTPInterceptorFunction = @Sendable (URLRequest) async throws -> HTTPResponse
  func intercept(request: URLRequest, next: NextHTTPInterceptorFunction) async throws -> HTTPResponse
}

public protocol InterceptorProvider: Sendable {
  func httpInterceptors<Operation: GraphQLOperation>(for operation: Operation) -> [any HTTPInterceptor]
}

public final class DefaultInterceptorProvider: InterceptorProvider {
  public static let shared = DefaultInterceptorProvider()
  public func httpInterceptors<Operation: GraphQLOperation>(for operation: Operation) -> [any HTTPInterceptor] { [] }
}

public final class RequestChainNetworkTransport: Sendable {
  private let urlSession: any ApolloURLSession
  private let interceptorProvider: any InterceptorProvider
  private let endpointURL: URL

  public init(urlSession: any ApolloURLSession, interceptorProvider: any InterceptorProvider, endpointURL: URL) {
    self.urlSession = urlSession
    self.interceptorProvider = interceptorProvider
    self.endpointURL = endpointURL
  }

  func body<Operation: GraphQLOperation>(of operation: Operation) async throws -> Data {
    var request = URLRequest(url: endpointURL)
    request.httpBody = try JSONEncoder().encode(["operationName": Operation.operationName].merging(operation.__variables) { $1 })
    let response = try await send(request, through: interceptorProvider.httpInterceptors(for: operation)[...])
    var body = Data()
    for try await chunk in response.chunks { body += chunk }
    return body
  }

  private func send(_ request: URLRequest, through interceptors: ArraySlice<any HTTPInterceptor>) async throws -> HTTPResponse {
    guard let interceptor = interceptors.first else {
      let (data, response) = try await urlSession.data(for: request)
      let chunks = AsyncThrowingStream<Data, any Error> {
        $0.yield(data)
        $0.finish()
      }
      return HTTPResponse(response: response, chunks: chunks)
    }
    return try await interceptor.intercept(request: request) { try await self.send($0, through: interceptors.dropFirst()) }
  }
}
