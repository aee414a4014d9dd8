/// The version of generated code that this runtime reads, as a type.
///
/// Every generated file extends the type of the version that it was written in. A file of another version, which was checked in or was made by
/// another compiler, therefore does not compile, and the error is in that line. A runtime that no longer reads a version keeps its type as
/// unavailable, with a message that says what to do.
public enum GeneratedCodeVersion2 {}

/// The version of generated code before ``GeneratedCodeVersion2``, which this runtime does not read.
@available(*, unavailable, message: "Generate this file again, with the compiler of this version.")
public enum GeneratedCodeVersion1 {}
