import type { Mode } from '#app/domain/payments/mode.ts'

/** The choices of a list that can show live and test payments together. */
export const modeChoices = [
  ['both', 'Live and test'],
  ['live', 'Live'],
  ['test', 'Test'],
] as const satisfies [Mode | 'both', string][]

/** The mode in the address of a list; undefined shows both. */
export function readMode(search: URLSearchParams): Mode | undefined {
  const mode = search.get('mode')
  return mode === 'live' || mode === 'test' ? mode : undefined
}
