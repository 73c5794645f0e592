/** What the two forms have in common: each opens a draft in the visitor's own mail program. */
export type MailForm = {
  heading: string
  lead: string
  /** By field name. */
  labels: Readonly<Record<string, string>>
} & { [Word in keyof typeof mailFormLabels]: string }

export const mailFormLabels = {
  submit: 'Open the e-mail',
  copy: 'Copy the message',
  /** Announced once the message is on the clipboard. */
  copied: 'The message is copied.',
  /** The browser refused; the message stands below, selected. */
  copyByHand: 'This browser does not let us copy. The message stands below; copy it from there.',
  /** For those without a mail program: the second way. */
  send: 'Send from this page',
  withoutMailProgram:
    'No mail program on this device? Send it from this page, or copy the message and send it to {email}.',
  kept: 'What you type stays in this browser until you send it.',
  /** On coming back. */
  restored: 'This is what you had typed here before.',
  opened: 'Your mail program should show the message now. Send it from there.',
  openAgain: 'Open it again',
  /** For drafts that some mail programs would cut. */
  long: 'This is a long message, and some mail programs cut long drafts. To be sure, copy it.',
  sent: 'I have sent it: clear the form',
  clear: 'Clear the form',
  cleared: 'The form is empty, and nothing is kept.',
  missing: 'Please fill this in.',
  malformed: 'Please write an e-mail address, with a name before the @ and a domain after it.',
  withoutScript:
    'Without JavaScript the form cannot open your mail program. Send it from this page, or write to {email}.',
  /** For programs that fill in every field; people do not see it. */
  trap: 'Leave this empty',
  /** The message is stored. The address follows. */
  arrived: 'Your message reached us. We answer by email, to',
  another: 'Write another message',
} as const
