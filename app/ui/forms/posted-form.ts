import { createContext, useContext } from 'react'

/** What the server says of a form that was sent from its page. */
export type PostedForm =
  | { sentTo: string }
  /** Why it was not taken, what is wrong with which field, and all that was written. */
  | { refused: string; errors: Record<string, string>; values: Record<string, string> }

/** What was written in a form that came back, by field name: its fields begin with it. */
export const WrittenContext = createContext<Readonly<Record<string, string>>>({})

export const useWritten = (name: string): string | undefined => useContext(WrittenContext)[name]
