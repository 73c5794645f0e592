import { createContext, type ReactNode, useContext } from 'react'

/** By field name: the sentence that says what is wrong with it. */
export type FieldErrors = Readonly<Record<string, string | undefined>>

/** By field name, as a form posts it: a checked box is `yes`. */
type FieldValues = Readonly<Record<string, string | number | null | undefined>>

/** By field name: what was entered, as it was sent. */
export type SentValues = Readonly<Record<string, string | undefined>>

/** What is wrong with which field, and what was entered; nothing is known of it after a lost connection. */
type Refused = { errors?: FieldErrors | undefined; typed?: SentValues | undefined }

type Fields = { errors: FieldErrors; values: FieldValues; sent: SentValues | undefined }

const none = {}
const FieldsContext = createContext<Fields>({ errors: none, values: none, sent: undefined })

type Props = {
  /** Why the form was not taken, as its action answered. */
  refused?: Refused | null | undefined
  /** What is stored. A field's own `defaultValue` goes before it. */
  values?: FieldValues
  children: ReactNode
}

/**
 * Around the fields of a screen: each finds its error and its value by its name. What was entered and refused
 * goes before what is stored; a page without JavaScript shows it again.
 */
export function FormFields({ refused, values = none, children }: Props) {
  const fields = { errors: refused?.errors ?? none, values, sent: refused?.typed }
  return <FieldsContext value={fields}>{children}</FieldsContext>
}

/**
 * Around one form of a screen that has several, whose fields may bear the same names: what was entered and
 * wrong in another form is in no field of this one. It is there either way: its fields keep what is entered
 * in them when another form is sent.
 */
export function OwnFields({ isSent, children }: { isSent: boolean; children: ReactNode }) {
  const fields = useContext(FieldsContext)
  const own = isSent ? fields : { ...fields, errors: none, sent: undefined }
  return <FieldsContext value={own}>{children}</FieldsContext>
}

/** What was sent and refused; empty where nothing was. */
export const useSent = (): SentValues => useContext(FieldsContext).sent ?? none

export const useFieldErrors = (): FieldErrors => useContext(FieldsContext).errors

type Value = string | number | readonly string[] | undefined

/** What a field begins with. */
export function useFieldValue(name: string, defaultValue: Value): Value {
  const { values, sent } = useContext(FieldsContext)
  return sent?.[name] ?? defaultValue ?? values[name] ?? undefined
}

/** Whether a box begins checked. One that was sent unchecked is not among what was sent. */
export function useFieldChecked(name: string, defaultChecked?: boolean): boolean {
  const { values, sent } = useContext(FieldsContext)
  return sent ? sent[name] === 'yes' : (defaultChecked ?? values[name] === 'yes')
}
