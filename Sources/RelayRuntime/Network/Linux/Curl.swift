#if !canImport(Darwin)
  import Foundation

  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #elseif canImport(Android)
    import Android
  #endif

  /// The libcurl functions that an HTTP client needs, resolved when the first request is sent.
  ///
  /// FoundationNetworking uses the same library, but is not safe with untrusted servers: it traps on some `Location` fields, keeps the
  /// whole body of a redirect, which may decompress to any size, and never pauses a transfer.
  ///
  /// The casts of `symbol` are sound because the types are those in libcurl's documentation. Variadic functions are called as if they had
  /// a fixed number of arguments, which is the same in the calling conventions of the architectures above if the arguments are integers
  /// and pointers.
  struct Curl: Sendable {
    typealias Handle = UnsafeMutableRawPointer
    typealias Write = @convention(c) (UnsafeMutablePointer<CChar>?, Int, Int, UnsafeMutableRawPointer?) -> Int
    typealias Seek = @convention(c) (UnsafeMutableRawPointer?, Int64, CInt) -> CInt
    typealias Progress = @convention(c) (UnsafeMutableRawPointer?, Int64, Int64, Int64, Int64) -> CInt

    private let initialize: @convention(c) @Sendable (CLong) -> CInt
    let newTransfer: @convention(c) @Sendable () -> Handle?
    let freeTransfer: @convention(c) @Sendable (Handle) -> Void
    let reset: @convention(c) @Sendable (Handle) -> Void
    private let setNumber: @convention(c) @Sendable (Handle, CInt, Int) -> CInt
    private let setPointer: @convention(c) @Sendable (Handle, CInt, UnsafeRawPointer?) -> CInt
    private let setWrite: @convention(c) @Sendable (Handle, CInt, Write) -> CInt
    private let setSeek: @convention(c) @Sendable (Handle, CInt, Seek) -> CInt
    private let setProgress: @convention(c) @Sendable (Handle, CInt, Progress) -> CInt
    private let setContextFunction: @convention(c) @Sendable (Handle, CInt, SubjectAlternativeNames.ContextFunction) -> CInt
    private let getInfo: @convention(c) @Sendable (Handle, CInt, UnsafeMutableRawPointer?) -> CInt
    let append: @convention(c) @Sendable (UnsafeMutableRawPointer?, UnsafePointer<CChar>) -> UnsafeMutableRawPointer?
    let freeList: @convention(c) @Sendable (UnsafeMutableRawPointer?) -> Void
    let newMulti: @convention(c) @Sendable () -> Handle?
    let freeMulti: @convention(c) @Sendable (Handle) -> CInt
    let add: @convention(c) @Sendable (Handle, Handle) -> CInt
    let remove: @convention(c) @Sendable (Handle, Handle) -> CInt
    private let setMulti: @convention(c) @Sendable (Handle, CInt, Int) -> CInt
    let pause: @convention(c) @Sendable (Handle, CInt) -> CInt
    let perform: @convention(c) @Sendable (Handle, UnsafeMutablePointer<CInt>) -> CInt
    private let poll: @convention(c) @Sendable (Handle, UnsafeMutableRawPointer?, CUnsignedInt, CInt, UnsafeMutablePointer<CInt>?) -> CInt
    let wakeUp: @convention(c) @Sendable (Handle) -> CInt
    private let nextMessage: @convention(c) @Sendable (Handle, UnsafeMutablePointer<CInt>) -> UnsafeRawPointer?
    private let describe: @convention(c) @Sendable (CInt) -> UnsafePointer<CChar>?
    private let version: @convention(c) @Sendable () -> UnsafePointer<CChar>?
    /// nil if the library does not use OpenSSL.
    let subjectAlternativeNames: SubjectAlternativeNames?

    /// The system's library; nil if there is none, if it is older than 7.68, or on architectures with other calling conventions.
    static let system: Curl? = {
      #if !(arch(x86_64) || arch(arm64))
        return nil
      #endif
      for name in ["libcurl.so.4", "libcurl-gnutls.so.4", "libcurl.so"] {
        if let library = DynamicLibrary(name), let functions = try? Curl(library.symbol), functions.initialize(Self.initializeAll) == 0 {
          return functions
        }
      }
      return nil
    }()

    private static let initializeAll: CLong = 3

    /// - Parameter symbol: finds a function of the library by its name; nil if there is none.
    /// - Throws: ``RelayError/unsupportedOperation(_:)`` if the library lacks a function.
    init(_ symbol: DynamicLibrary.Lookup) throws {
      func function<Function>(_ name: String) throws -> Function {
        guard let symbol = symbol(name) else { throw RelayError.unsupportedOperation("\(name): libcurl does not have it") }
        return unsafeBitCast(symbol, to: Function.self)
      }
      initialize = try function("curl_global_init")
      newTransfer = try function("curl_easy_init")
      freeTransfer = try function("curl_easy_cleanup")
      reset = try function("curl_easy_reset")
      setNumber = try function("curl_easy_setopt")
      setPointer = try function("curl_easy_setopt")
      setWrite = try function("curl_easy_setopt")
      setSeek = try function("curl_easy_setopt")
      setProgress = try function("curl_easy_setopt")
      setContextFunction = try function("curl_easy_setopt")
      getInfo = try function("curl_easy_getinfo")
      append = try function("curl_slist_append")
      freeList = try function("curl_slist_free_all")
      newMulti = try function("curl_multi_init")
      freeMulti = try function("curl_multi_cleanup")
      add = try function("curl_multi_add_handle")
      remove = try function("curl_multi_remove_handle")
      setMulti = try function("curl_multi_setopt")
      pause = try function("curl_easy_pause")
      perform = try function("curl_multi_perform")
      poll = try function("curl_multi_poll")
      wakeUp = try function("curl_multi_wakeup")
      nextMessage = try function("curl_multi_info_read")
      describe = try function("curl_easy_strerror")
      version = try function("curl_version")
      subjectAlternativeNames = try? SubjectAlternativeNames(symbol, versions: version().map { String(cString: $0) } ?? "")
    }

    // MARK: - Options

    /// Options that take a number.
    enum NumberOption: CInt {
      case hasNoProgress = 43
      case isPOST = 47
      case isGET = 80
      case usesNoSignals = 99
      /// HTTP is 1, HTTPS 2.
      case protocols = 181
      case keepsAlive = 213
      /// In seconds.
      case keepAliveIdleTime = 214
      case keepAliveInterval = 215
      case suppressesProxyHeaders = 265
      /// From 7.87 on.
      case exitsQuickly = 322
      case bodySize = 30120
    }

    /// Options of a multi handle.
    enum MultiOption: CInt {
      case multiplexes = 3
      case maximumIdle = 6
    }

    func set(_ option: MultiOption, _ value: Int, ofMulti multi: Handle) { _ = setMulti(multi, option.rawValue, value) }

    /// Options that take a pointer: text, which is copied; a list or bytes, which are not copied; or the context of a
    /// callback.
    enum PointerOption: CInt {
      case writeContext = 10001
      case url = 10002
      case readContext = 10009
      case bodyBytes = 10015
      case userAgent = 10018
      case headers = 10023
      case headerContext = 10029
      case method = 10036
      case progressContext = 10057
      case acceptedEncodings = 10102
      case seekContext = 10168
      case certificateFile = 10025
      case keyPassword = 10026
      case certificateType = 10086
      case keyFile = 10087
      case authoritiesFolder = 10097
      case pinnedPublicKeys = 10230
    }

    /// Options that take bytes, which are copied.
    enum BytesOption: CInt {
      case certificate = 40291
      /// From 7.77 on.
      case authorities = 40309
    }

    /// Information about a transfer, as a number or text.
    enum Information: CInt {
      case address = 0x10_0020
      case newConnections = 0x20_001A
      case httpVersion = 0x20_002E
      case sentBytes = 0x60_0007
      case receivedBytes = 0x60_0008
      /// In microseconds since the start, like the following ones.
      case totalTime = 0x60_0032
      case nameLookupTime = 0x60_0033
      case connectTime = 0x60_0034
      case firstByteTime = 0x60_0036
      case secureConnectTime = 0x60_0038
    }

    /// Options that take a callback that reads or writes bytes.
    enum FunctionOption: CInt {
      case write = 20011
      case read = 20012
      case header = 20079
    }

    func set(_ option: NumberOption, _ value: Int, of handle: Handle) { _ = setNumber(handle, option.rawValue, value) }

    func set(_ option: PointerOption, _ value: UnsafeRawPointer?, of handle: Handle) { _ = setPointer(handle, option.rawValue, value) }

    func set(_ option: PointerOption, _ text: String, of handle: Handle) {
      _ = text.withCString { setPointer(handle, option.rawValue, UnsafeRawPointer($0)) }
    }

    /// - Returns: whether the library supports the option and accepts the value.
    func trySet(_ option: PointerOption, _ text: String?, of handle: Handle) -> Bool {
      guard let text else { return setPointer(handle, option.rawValue, nil) == 0 }
      return text.withCString { setPointer(handle, option.rawValue, UnsafeRawPointer($0)) } == 0
    }

    /// - Returns: whether the library supports the option and accepts the value.
    func trySet(_ option: BytesOption, _ bytes: Data, of handle: Handle) -> Bool {
      bytes.withUnsafeBytes { bytes in
        // struct curl_blob { void *data; size_t len; unsigned int flags; }, where 1 means to copy.
        var blob = (UnsafeRawPointer(bytes.baseAddress), bytes.count, CUnsignedInt(1))
        return withUnsafePointer(to: &blob) { setPointer(handle, option.rawValue, UnsafeRawPointer($0)) } == 0
      }
    }

    /// A numeric result of a transfer; nil if the library does not know it.
    func number(_ information: Information, of handle: Handle) -> Int64? {
      // `long` and `curl_off_t` have the same size on the supported platforms.
      var value: Int64 = 0
      return withUnsafeMutablePointer(to: &value) { getInfo(handle, information.rawValue, $0) } == 0 ? value : nil
    }

    /// A textual result of a transfer.
    func text(_ information: Information, of handle: Handle) -> String? {
      var value: UnsafePointer<CChar>?
      guard withUnsafeMutablePointer(to: &value, { getInfo(handle, information.rawValue, $0) }) == 0 else { return nil }
      return value.map { String(cString: $0) }
    }

    func set(_ option: FunctionOption, _ function: Write, of handle: Handle) { _ = setWrite(handle, option.rawValue, function) }

    func setSeek(_ function: Seek, of handle: Handle) { _ = self.setSeek(handle, 20167, function) }

    func setProgress(_ function: Progress, of handle: Handle) { _ = self.setProgress(handle, 20219, function) }

    /// Rejects servers whose certificate has no subject alternative name, if the library uses OpenSSL.
    func requireSubjectAlternativeNames(of handle: Handle) {
      guard subjectAlternativeNames != nil else { return }
      _ = setContextFunction(handle, 20108, SubjectAlternativeNames.require)
    }

    // MARK: - Transfers

    /// Waits for activity, for at most this many milliseconds.
    /// - Returns: false if waiting is not possible.
    func wait(_ multi: Handle, milliseconds: CInt) -> Bool { poll(multi, nil, 0, milliseconds, nil) == 0 }

    /// The next transfer of a multi handle that has ended, and its result.
    func nextResult(_ multi: Handle) -> (transfer: Handle, code: CInt)? {
      var remaining: CInt = 0
      // struct CURLMsg { CURLMSG msg; CURL *easy_handle; union { void *whatever; CURLcode result; } data; }
      while let message = nextMessage(multi, &remaining) {
        guard message.load(as: CInt.self) == 1, let transfer = message.load(fromByteOffset: 8, as: Handle?.self) else { continue }
        return (transfer, message.load(fromByteOffset: 16, as: CInt.self))
      }
      return nil
    }

    func description(of code: CInt) -> String { describe(code).map { String(cString: $0) } ?? "error \(code)" }

    /// The name and version of the library, such as `curl/8.5.0`.
    var name: String {
      let text = version().map { String(cString: $0) } ?? ""
      return String(text.prefix { $0 != " " }).replacing("libcurl", with: "curl")
    }
  }
#endif
