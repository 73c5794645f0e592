import type { Mode } from '#app/domain/payments/mode.ts'

type Choices = {
  label: string
  /** The first is the one without the parameter. */
  choices: readonly (readonly [value: string, label: string])[]
  /** Shown only where there is something to choose, or where it was chosen. */
  isQuiet?: boolean
}

/** What a list can be asked for, all of it in its address, so that it can be linked and saved. */
export type ListDefinition = {
  /** By the parameter `q`. `keep`: further parameters that a search leaves as they are. */
  search?: { label: string; placeholder?: string; keep?: readonly string[] }
  /** By the name of their parameter. */
  choices: Readonly<Record<string, Choices>>
}

export type Choice<
  List extends ListDefinition,
  Param extends keyof List['choices'],
> = List['choices'][Param]['choices'][number][0]

export type Chosen<List extends ListDefinition> = {
  [Param in keyof List['choices']]: Choice<List, Param>
}

/** What an address asks of a list; what it does not know counts as the first choice. Its file reads the same. */
export function readList<List extends ListDefinition>(list: List, search: URLSearchParams) {
  const chosen = Object.entries(list.choices).map(([param, { choices }]) => {
    const [value] = choices.find(([known]) => known === search.get(param)) ?? choices[0] ?? []
    return [param, value]
  })
  return {
    q: search.get('q') ?? '',
    // The query takes what is no page for the first or the last one.
    page: Number(search.get('page') ?? 1),
    ...(Object.fromEntries(chosen) as Chosen<List>),
  }
}

/** For a list that can show live and test payments together. */
export const liveAndTest = {
  label: 'Payments',
  choices: [
    ['both', 'Live and test'],
    ['live', 'Live'],
    ['test', 'Test'],
  ],
  isQuiet: true,
} as const satisfies Choices

/** The mode that is asked for; undefined for both. */
export const modeOf = (mode: Mode | 'both'): Mode | undefined =>
  mode === 'both' ? undefined : mode
