#if !canImport(Darwin)
  import Foundation

  /// libcurl, loaded when the first request is sent.
  ///
  /// FoundationNetworking uses the same library, but is not safe with untrusted servers: it traps on some `Location` fields, keeps the
  /// whole body of a redirect, which may decompress to any size, and never pauses a transfer.
  ///
  /// `@safe`: only this type calls the functions and knows addresses of libcurl's objects. A handle is freed once, by the object that has made
  /// it, and not used afterwards: ``CurlTransfer`` frees its own, and ``CurlConnections`` the multi handle. Threads may use different handles
  /// at the same time. A handle is used by one thread at a time; only ``wakeUp(_:)`` may be called on any.
  @safe struct Curl: Sendable {
    /// A transfer.
    @safe struct Easy: Hashable {
      fileprivate let address: CurlFunctions.Easy

      static func == (left: Easy, right: Easy) -> Bool { unsafe left.address == right.address }

      func hash(into hasher: inout Hasher) { unsafe hasher.combine(address) }
    }

    /// Transfers that one thread performs, and their connections.
    ///
    /// `@unchecked Sendable`: it is an address. Which thread may use it, ``CurlConnections`` says.
    @safe struct Multi: @unchecked Sendable {
      fileprivate let address: CurlFunctions.Multi
    }

    /// Lines of a request's head.
    @safe struct List {
      fileprivate var address: CurlFunctions.List?

      init() { unsafe address = nil }
    }

    private let functions: CurlFunctions
    /// Nil if the library does not use OpenSSL.
    let subjectAlternativeNames: SubjectAlternativeNames?

    /// The system's library; nil if there is none, if it is older than 7.68, or on architectures with other calling conventions
    /// (``CurlFunctions``).
    static let system: Curl? = {
      #if !(arch(x86_64) || arch(arm64))
        return nil
      #endif
      for name in ["libcurl.so.4", "libcurl-gnutls.so.4", "libcurl.so"] {
        if let library = DynamicLibrary(name), let curl = unsafe try? Curl({ unsafe library.symbol($0) }), curl.initialize() { return curl }
      }
      return nil
    }()

    /// - Parameter symbol: finds a function of the library by its name; nil if there is none.
    /// - Throws: ``RelayError/unsupportedOperation(_:)`` if the library lacks a function.
    init(_ symbol: DynamicLibrary.Lookup) throws {
      let functions = unsafe try CurlFunctions(symbol)
      unsafe self.functions = functions
      subjectAlternativeNames = unsafe try? SubjectAlternativeNames(symbol, versions: Self.text(functions.version()) ?? "")
    }

    private func initialize() -> Bool {
      let everything: CLong = 3
      return unsafe functions.initialize(everything) == 0
    }

    /// A text of libcurl's, which ends with a zero byte and is copied.
    private static func text(_ text: UnsafePointer<CChar>?) -> String? { unsafe text.map { unsafe String(cString: $0) } }

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

    /// Options that take a text.
    enum TextOption: CInt {
      case url = 10002
      case userAgent = 10018
      case certificateFile = 10025
      case keyPassword = 10026
      case method = 10036
      case certificateType = 10086
      case keyFile = 10087
      case authoritiesFolder = 10097
      case acceptedEncodings = 10102
      case pinnedPublicKeys = 10230
    }

    /// Options that take bytes, which are copied.
    enum BytesOption: CInt {
      case certificate = 40291
      /// From 7.77 on.
      case authorities = 40309
    }

    /// Options that take a callback, or the context of one.
    private enum CallbackOption: CInt {
      case writeContext = 10001
      case readContext = 10009
      case headerContext = 10029
      case progressContext = 10057
      case seekContext = 10168
      case write = 20011
      case read = 20012
      case header = 20079
      /// Called with the context of OpenSSL.
      case context = 20108
      case seek = 20167
      case progress = 20219
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

    // The number of an option says which type its value has (`curl.h`: `CURLOPTTYPE_LONG` is 0, `_OBJECTPOINT` 10000, `_FUNCTIONPOINT`
    // 20000, `_OFF_T` 30000, `_BLOB` 40000), and each enumeration above has the options of one type. libcurl copies texts during the call,
    // and blobs if they say so.

    func set(_ option: NumberOption, _ value: Int, of handle: Easy) {
      _ = unsafe functions.setNumber(handle.address, option.rawValue, value)
    }

    func set(_ option: MultiOption, _ value: Int, of multi: Multi) { _ = unsafe functions.setMulti(multi.address, option.rawValue, value) }

    func set(_ option: TextOption, _ text: String, of handle: Easy) { _ = trySet(option, text, of: handle) }

    /// - Returns: whether the library supports the option and accepts the value.
    func trySet(_ option: TextOption, _ text: String?, of handle: Easy) -> Bool {
      guard let text else { return unsafe functions.setPointer(handle.address, option.rawValue, nil) == 0 }
      return unsafe text.withCString { unsafe functions.setPointer(handle.address, option.rawValue, UnsafeRawPointer($0)) } == 0
    }

    /// - Returns: whether the library supports the option and accepts the value.
    func trySet(_ option: BytesOption, _ bytes: Data, of handle: Easy) -> Bool {
      unsafe bytes.withUnsafeBytes { bytes in
        // struct curl_blob { void *data; size_t len; unsigned int flags; }, where 1 means to copy. A tuple has the same layout.
        var blob = (unsafe UnsafeRawPointer(bytes.baseAddress), bytes.count, CUnsignedInt(1))
        return unsafe withUnsafePointer(to: &blob) {
          unsafe functions.setPointer(handle.address, option.rawValue, UnsafeRawPointer($0)) == 0
        }
      }
    }

    /// Sets the lines of the head, which libcurl uses until the transfer has ended.
    func setHeaders(_ list: List, of handle: Easy) {
      let headers: CInt = 10023
      _ = unsafe functions.setPointer(handle.address, headers, list.address)
    }

    /// Sets the callbacks of a transfer.
    func setCallbacks(_ transfer: CurlTransfer, of handle: Easy) {
      // ``CurlCallbacks`` says why the address of the transfer is valid.
      for context in [CallbackOption.writeContext, .readContext, .headerContext, .seekContext, .progressContext] {
        _ = unsafe functions.setPointer(handle.address, context.rawValue, CurlCallbacks.context(transfer))
      }
      _ = unsafe functions.setWrite(handle.address, CallbackOption.write.rawValue, CurlCallbacks.write)
      _ = unsafe functions.setWrite(handle.address, CallbackOption.read.rawValue, CurlCallbacks.read)
      _ = unsafe functions.setWrite(handle.address, CallbackOption.header.rawValue, CurlCallbacks.header)
      _ = unsafe functions.setSeek(handle.address, CallbackOption.seek.rawValue, CurlCallbacks.seek)
      _ = unsafe functions.setProgress(handle.address, CallbackOption.progress.rawValue, CurlCallbacks.progress)
    }

    /// Rejects servers whose certificate has no subject alternative name, if the library uses OpenSSL.
    func requireSubjectAlternativeNames(of handle: Easy) {
      guard subjectAlternativeNames != nil else { return }
      _ = unsafe functions.setContextFunction(handle.address, CallbackOption.context.rawValue, SubjectAlternativeNames.require)
    }

    // MARK: - Results

    /// A numeric result of a transfer; nil if the library does not know it.
    func number(_ information: Information, of handle: Easy) -> Int64? {
      // libcurl writes a `long` or a `curl_off_t`, which have the same size on the supported platforms.
      var value: Int64 = 0
      let isKnown = unsafe withUnsafeMutablePointer(to: &value) { unsafe functions.getInfo(handle.address, information.rawValue, $0) } == 0
      return isKnown ? value : nil
    }

    /// A textual result of a transfer.
    func text(_ information: Information, of handle: Easy) -> String? {
      // libcurl writes the address of a text that is valid as long as the handle.
      var value: UnsafePointer<CChar>? = nil
      guard unsafe withUnsafeMutablePointer(to: &value, { unsafe functions.getInfo(handle.address, information.rawValue, $0) }) == 0 else {
        return nil
      }
      return unsafe Self.text(value)
    }

    func description(of code: CInt) -> String { unsafe Self.text(functions.describe(code)) ?? "error \(code)" }

    /// The name and version of the library, such as `curl/8.5.0`.
    var name: String {
      let text = unsafe Self.text(functions.version()) ?? ""
      return String(text.prefix { $0 != " " }).replacing("libcurl", with: "curl")
    }

    // MARK: - Handles

    func newEasy() -> Easy? { unsafe functions.newEasy().map { unsafe Easy(address: $0) } }

    func free(_ handle: Easy) { unsafe functions.freeEasy(handle.address) }

    /// Continues a transfer that has been paused.
    func resume(_ handle: Easy) { _ = unsafe functions.pause(handle.address, 0) }

    func append(_ line: String, to list: inout List) {
      // libcurl copies the line. If it has no memory for it, the list is as before.
      unsafe list.address = line.withCString { unsafe functions.append(list.address, $0) } ?? list.address
    }

    func free(_ list: List) { unsafe functions.freeList(list.address) }

    func newMulti() -> Multi? { unsafe functions.newMulti().map { unsafe Multi(address: $0) } }

    func free(_ multi: Multi) { _ = unsafe functions.freeMulti(multi.address) }

    /// - Returns: whether the transfer has been added.
    func add(_ handle: Easy, to multi: Multi) -> Bool { unsafe functions.add(multi.address, handle.address) == 0 }

    func remove(_ handle: Easy, from multi: Multi) { _ = unsafe functions.remove(multi.address, handle.address) }

    // MARK: - Transfers

    /// Performs what can be done without waiting.
    /// - Returns: whether the transfers can go on.
    func perform(_ multi: Multi) -> Bool {
      var count: CInt = 0
      return unsafe functions.perform(multi.address, &count) == 0
    }

    /// Waits for activity, for at most this many milliseconds.
    /// - Returns: false if waiting is not possible.
    func wait(_ multi: Multi, milliseconds: CInt) -> Bool { unsafe functions.poll(multi.address, nil, 0, milliseconds, nil) == 0 }

    /// Ends waiting. May be called on any thread.
    func wakeUp(_ multi: Multi) { _ = unsafe functions.wakeUp(multi.address) }

    /// The next transfer of a multi handle that has ended, and its result.
    func nextResult(_ multi: Multi) -> (transfer: Easy, code: CInt)? {
      let done: CInt = 1
      var remaining: CInt = 0
      // struct CURLMsg { CURLMSG msg; CURL *easy_handle; union { void *whatever; CURLcode result; } data; }, whose members are at the offsets
      // 0, 8 and 16 where pointers have 64 bits. It is valid until the next call.
      while let message = unsafe functions.nextMessage(multi.address, &remaining) {
        guard unsafe message.load(as: CInt.self) == done,
          let transfer = unsafe message.load(fromByteOffset: 8, as: CurlFunctions.Easy?.self)
        else { continue }
        return unsafe (Easy(address: transfer), message.load(fromByteOffset: 16, as: CInt.self))
      }
      return nil
    }
  }
#endif
