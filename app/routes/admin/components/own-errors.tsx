import { type ReactNode, useContext } from 'react'
import { FieldErrorsContext } from '#app/ui/forms/field.tsx'

const none = {}

/**
 * Around one form of a screen that has several, whose fields may bear the same names: what was wrong in
 * another form stands beside no field of this one. It is there either way: its fields keep what is typed
 * in them when another form is sent.
 */
export function OwnErrors({ isSent, children }: { isSent: boolean; children: ReactNode }) {
  const errors = useContext(FieldErrorsContext)
  return <FieldErrorsContext value={isSent ? errors : none}>{children}</FieldErrorsContext>
}
