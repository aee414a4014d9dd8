#if !canImport(Darwin)
  /// The functions of libcurl that an HTTP client needs, with their signatures in C. ``Curl`` calls them.
  ///
  /// The signatures are those of `curl/curl.h`, `curl/easy.h`, `curl/options.h` and `curl/multi.h`, which have been the same since 7.68. There,
  /// `CURL` and `CURLM` are `void`; `CURLcode`, `CURLMcode`, `CURLoption`, `CURLMoption` and `CURLINFO` are enumerations, which are `int` in
  /// the C of the supported platforms; `size_t`, `long` and `curl_off_t` have 64 bits.
  ///
  /// **Variadic functions.** `curl_easy_setopt`, `curl_multi_setopt` and `curl_easy_getinfo` are variadic in C, and Swift has no type for
  /// that. They read exactly one more argument, an integer or a pointer, and each field below declares one kind of it as an ordinary third
  /// parameter. This is right where an unnamed integer or pointer is passed as a named one:
  /// - x86_64 (System V ABI, section 3.5.7): in the register `rdx`. A variadic function also reads `al`, which a caller with these types does
  ///   not set. Compilers only test it for zero, to skip saving the vector registers for `double` arguments. These functions never read one,
  ///   so either answer is right.
  /// - arm64 (AAPCS64, section 6.8.2): in the register `x2`; nothing else is different. Apple's convention, which passes unnamed arguments on the
  ///   stack, does not apply: this file is not compiled for its platforms.
  ///
  /// On other architectures ``Curl/system`` is nil.
  @unsafe struct CurlFunctions: Sendable {
    /// `CURL *`
    typealias Easy = UnsafeMutableRawPointer
    /// `CURLM *`
    typealias Multi = UnsafeMutableRawPointer
    /// `struct curl_slist *`
    typealias List = UnsafeMutableRawPointer
    /// `size_t (*)(char *buffer, size_t size, size_t nitems, void *context)`: `curl_write_callback`, and `curl_read_callback`.
    typealias Write = @convention(c) (UnsafeMutablePointer<CChar>?, Int, Int, UnsafeMutableRawPointer?) -> Int
    /// `int (*)(void *context, curl_off_t offset, int origin)`: `curl_seek_callback`.
    typealias Seek = @convention(c) (UnsafeMutableRawPointer?, Int64, CInt) -> CInt
    /// `int (*)(void *context, curl_off_t dltotal, curl_off_t dlnow, curl_off_t ultotal, curl_off_t ulnow)`: `curl_xferinfo_callback`.
    typealias Progress = @convention(c) (UnsafeMutableRawPointer?, Int64, Int64, Int64, Int64) -> CInt

    /// `CURLcode curl_global_init(long flags)`
    let initialize: @convention(c) @Sendable (CLong) -> CInt
    /// `char *curl_version(void)`
    let version: @convention(c) @Sendable () -> UnsafePointer<CChar>?
    /// `const char *curl_easy_strerror(CURLcode)`
    let describe: @convention(c) @Sendable (CInt) -> UnsafePointer<CChar>?

    /// `CURL *curl_easy_init(void)`
    let newEasy: @convention(c) @Sendable () -> Easy?
    /// `void curl_easy_cleanup(CURL *)`
    let freeEasy: @convention(c) @Sendable (Easy) -> Void
    /// `CURLcode curl_easy_setopt(CURL *, CURLoption, ...)` with a `long` or `curl_off_t`.
    let setNumber: @convention(c) @Sendable (Easy, CInt, Int) -> CInt
    /// `curl_easy_setopt` with a pointer to data.
    let setPointer: @convention(c) @Sendable (Easy, CInt, UnsafeRawPointer?) -> CInt
    /// `curl_easy_setopt` with a `curl_write_callback` or `curl_read_callback`.
    let setWrite: @convention(c) @Sendable (Easy, CInt, Write) -> CInt
    /// `curl_easy_setopt` with a `curl_seek_callback`.
    let setSeek: @convention(c) @Sendable (Easy, CInt, Seek) -> CInt
    /// `curl_easy_setopt` with a `curl_xferinfo_callback`.
    let setProgress: @convention(c) @Sendable (Easy, CInt, Progress) -> CInt
    /// `curl_easy_setopt` with a `curl_ssl_ctx_callback`.
    let setContextFunction: @convention(c) @Sendable (Easy, CInt, SubjectAlternativeNames.ContextFunction) -> CInt
    /// `CURLcode curl_easy_getinfo(CURL *, CURLINFO, ...)` with a pointer to a `long`, `curl_off_t` or `char *`.
    let getInfo: @convention(c) @Sendable (Easy, CInt, UnsafeMutableRawPointer?) -> CInt
    /// `CURLcode curl_easy_pause(CURL *, int bitmask)`
    let pause: @convention(c) @Sendable (Easy, CInt) -> CInt

    /// `struct curl_slist *curl_slist_append(struct curl_slist *, const char *)`
    let append: @convention(c) @Sendable (List?, UnsafePointer<CChar>) -> List?
    /// `void curl_slist_free_all(struct curl_slist *)`
    let freeList: @convention(c) @Sendable (List?) -> Void

    /// `CURLM *curl_multi_init(void)`
    let newMulti: @convention(c) @Sendable () -> Multi?
    /// `CURLMcode curl_multi_cleanup(CURLM *)`
    let freeMulti: @convention(c) @Sendable (Multi) -> CInt
    /// `CURLMcode curl_multi_setopt(CURLM *, CURLMoption, ...)` with a `long`.
    let setMulti: @convention(c) @Sendable (Multi, CInt, Int) -> CInt
    /// `CURLMcode curl_multi_add_handle(CURLM *, CURL *)`
    let add: @convention(c) @Sendable (Multi, Easy) -> CInt
    /// `CURLMcode curl_multi_remove_handle(CURLM *, CURL *)`
    let remove: @convention(c) @Sendable (Multi, Easy) -> CInt
    /// `CURLMcode curl_multi_perform(CURLM *, int *running_handles)`
    let perform: @convention(c) @Sendable (Multi, UnsafeMutablePointer<CInt>) -> CInt
    /// `CURLMcode curl_multi_poll(CURLM *, struct curl_waitfd[], unsigned int extra_nfds, int timeout_ms, int *ret)`
    let poll: @convention(c) @Sendable (Multi, UnsafeMutableRawPointer?, CUnsignedInt, CInt, UnsafeMutablePointer<CInt>?) -> CInt
    /// `CURLMcode curl_multi_wakeup(CURLM *)`
    let wakeUp: @convention(c) @Sendable (Multi) -> CInt
    /// `CURLMsg *curl_multi_info_read(CURLM *, int *msgs_in_queue)`
    let nextMessage: @convention(c) @Sendable (Multi, UnsafeMutablePointer<CInt>) -> UnsafeRawPointer?

    /// - Parameter symbol: finds a function of the library by its name; nil if there is none.
    /// - Throws: ``RelayError/unsupportedOperation(_:)`` if the library lacks a function.
    init(_ symbol: DynamicLibrary.Lookup) throws {
      // The signature of each function is beside its property.
      func function<Function>(_ name: String) throws -> Function { unsafe try DynamicLibrary.function(name, of: "libcurl", symbol) }
      unsafe initialize = try function("curl_global_init")
      unsafe version = try function("curl_version")
      unsafe describe = try function("curl_easy_strerror")
      unsafe newEasy = try function("curl_easy_init")
      unsafe freeEasy = try function("curl_easy_cleanup")
      unsafe setNumber = try function("curl_easy_setopt")
      unsafe setPointer = try function("curl_easy_setopt")
      unsafe setWrite = try function("curl_easy_setopt")
      unsafe setSeek = try function("curl_easy_setopt")
      unsafe setProgress = try function("curl_easy_setopt")
      unsafe setContextFunction = try function("curl_easy_setopt")
      unsafe getInfo = try function("curl_easy_getinfo")
      unsafe pause = try function("curl_easy_pause")
      unsafe append = try function("curl_slist_append")
      unsafe freeList = try function("curl_slist_free_all")
      unsafe newMulti = try function("curl_multi_init")
      unsafe freeMulti = try function("curl_multi_cleanup")
      unsafe setMulti = try function("curl_multi_setopt")
      unsafe add = try function("curl_multi_add_handle")
      unsafe remove = try function("curl_multi_remove_handle")
      unsafe perform = try function("curl_multi_perform")
      unsafe poll = try function("curl_multi_poll")
      unsafe wakeUp = try function("curl_multi_wakeup")
      unsafe nextMessage = try function("curl_multi_info_read")
    }
  }
#endif
