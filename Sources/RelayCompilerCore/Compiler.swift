/// The pipeline from source files to artifacts.
package enum Compiler {}
