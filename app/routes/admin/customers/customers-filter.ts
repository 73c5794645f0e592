import type { Mode } from '#app/domain/payments/mode.ts'

/** Which customers the address asks for; their list and their file are the same. */
export function readCustomersFilter(search: URLSearchParams, own: Mode): { q: string; mode: Mode } {
  const mode = modesFrom(own).find(([known]) => known === search.get('mode'))?.[0] ?? own
  return { q: search.get('q') ?? '', mode }
}

/** The mode the shop takes payments in now comes first. */
export function modesFrom(own: Mode): readonly (readonly [Mode, string])[] {
  const modes = [
    ['live', 'Live'],
    ['test', 'Test'],
  ] as const
  return own === 'live' ? modes : modes.toReversed()
}
