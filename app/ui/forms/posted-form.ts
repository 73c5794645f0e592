/** What the server says of a form that was sent from its page. */
export type PostedForm =
  | { sentTo: string }
  /** Why it was not taken, what is wrong with which field, and all that was written. */
  | { refused: string; errors: Record<string, string>; values: Record<string, string> }
