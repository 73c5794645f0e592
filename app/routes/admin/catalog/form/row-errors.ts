import type { FieldErrors } from '#app/ui/forms/form-fields.tsx'
import type { FormState } from './form-state.ts'

const lists = ['sizes', 'options', 'images', 'specifications'] as const
type Keys = Record<(typeof lists)[number], string[]>

/** The rows of each list, in their order. */
export function rowKeys(state: FormState): Keys {
  const keysOf = (list: (typeof lists)[number]) => state[list].map(({ key }) => key)
  return {
    sizes: keysOf('sizes'),
    options: keysOf('options'),
    images: keysOf('images'),
    specifications: keysOf('specifications'),
  }
}

/**
 * Errors by place (`sizes.1.fee`) follow the row they were told of: it may have moved since, and what
 * was said of a removed row is said of no other [FORM-26].
 */
export function errorsOfRows(
  errors: FieldErrors,
  { sent, now }: { sent: Keys; now: Keys },
): FieldErrors {
  const moved = Object.entries(errors).map(([at, error]) => {
    const [name, index, part] = at.split('.')
    const list = lists.find((each) => each === name)
    if (!list || index === undefined) return [at, error]
    const place = now[list].indexOf(sent[list][Number(index)] ?? '')
    return place === -1 ? null : [[list, place, part].join('.'), error]
  })
  return Object.fromEntries(moved.filter((entry) => entry !== null))
}
