extension NormalizationPlan {
  /// Calls `body` with the index of each step in a range, the step, and the range of what is below it. Steps below others are not among them.
  func forEachStep(in range: Range<Int>, _ body: (_ index: Int, _ step: NormalizationStep, _ children: Range<Int>) -> Void) {
    var index = range.lowerBound
    while index < range.upperBound {
      let (position, step) = (index, steps[index])
      index = max(index + 1, Int(step.next))
      body(position, step, position + 1..<index)
    }
  }

  /// Whether the variable of a condition, a `@defer` or a `@stream` is true.
  func isTrue(_ step: NormalizationStep, _ variables: [String: JSON]) -> Bool {
    variables[conditionVariables[Int(step.name)]]?.isTruthy ?? false
  }
}
