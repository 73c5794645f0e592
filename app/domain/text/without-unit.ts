/** The text without one of these units at its end, in any case, and without the spaces before it. */
export function withoutUnit(text: string, units: readonly string[]): string {
  const lower = text.toLowerCase()
  const unit = units.find((each) => lower.endsWith(each))
  return unit === undefined ? text : text.slice(0, -unit.length).trimEnd()
}
