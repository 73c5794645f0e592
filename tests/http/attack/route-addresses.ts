/** Of the route table, so that a new route is tried as well. */
export type RouteEntry = { path?: string; file: string; children?: RouteEntry[] }

const token = 'x'.repeat(32)

/** An address for each route, its parameters filled in; `value`: every one with that. */
export function addresses(entries: readonly RouteEntry[], above: string, value?: string): string[] {
  const found = entries.flatMap(({ path, children = [] }) => {
    const filled = value
      ? path?.replace(/:\w+|\*/g, value)
      : path?.replace(':id', '7').replace(':token', token).replace('*', 'nothing-here')
    const here = filled ? `${above}/${filled}` : above
    return [...(filled || above === '' ? [here || '/'] : []), ...addresses(children, here, value)]
  })
  return [...new Set(found)]
}
