import { useEffect, useRef } from 'react'

/**
 * For a form whose answer says what is wrong beside its fields: the first of them takes the focus, so
 * that a screen reader says why. `errors`: the answer's own, so that the same one takes it again.
 */
export function useWrongFieldFocus(errors: Readonly<Record<string, string>> | undefined) {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (errors) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [errors])
  return form
}
