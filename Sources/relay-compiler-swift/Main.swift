internal import RelayCompilerCore

@main
struct Main {
  static func main() {}
}
