import RelayRuntime
import SwiftUI

/// A name and a password.
struct SignInScreen: View {
  let session: Session
  @State private var name = ""
  @State private var password = ""
  @State private var failure: String?
  @State private var isSigningIn = false

  var body: some View {
    VStack {
      TextField("Name", text: $name)
      SecureField("Password", text: $password)
      Button("Sign in") {
        isSigningIn = true
        Task {
          defer { isSigningIn = false }
          do {
            try await session.signIn(name: name, password: password)
          } catch RelayError.noData(_, let errors) {
            failure = errors.first?.message
          } catch {
            failure = error.localizedDescription
          }
        }
      }
      .disabled(isSigningIn || name.isEmpty)
      if let failure { Text(failure) }
    }
  }
}
