/** What the two forms have in common: each opens a draft in the visitor's own mail program. */
export type EmailForm = {
  heading: string
  lead: string
  /** By field name. */
  labels: Readonly<Record<string, string>>
} & { [Word in keyof typeof emailFormLabels]: string }

export const emailFormLabels = {
  submit: 'Open the e-mail',
  copy: 'Copy the message',
  /** Announced once the message is on the clipboard. */
  copied: 'The message is copied.',
  /** The browser refused; the message is below, selected. */
  copyByHand: 'This browser blocked copying. The message is selected below; copy it from there.',
  /** For those without a mail program: the second way. */
  send: 'Send from this page',
  withoutMailProgram:
    'No email program on this device? Send it from this page, or copy the message and send it to {email}.',
  kept: 'Your message is saved in this browser until you send it.',
  /** On coming back. */
  restored: 'We restored what you typed before.',
  opened: 'Your email program should now show the message. Send it from there.',
  openAgain: 'Open it again',
  /** For drafts that some mail programs would cut. */
  long: 'Some email programs cut off a message this long. To be safe, copy it.',
  sent: 'I have sent it: clear the form',
  clear: 'Clear the form',
  clearAsk: 'Clear all that you wrote?',
  clearYes: 'Yes, clear it',
  clearNo: 'No, keep it',
  cleared: 'The form is empty, and nothing is saved.',
  missing: 'Please fill this in.',
  malformed: 'Please enter a full email address, such as name@example.com.',
  withoutScript:
    'Without JavaScript the form cannot open your email program. Send it from this page, or write to {email}.',
  /** For programs that fill in every field; people do not see it. */
  trap: 'Leave this empty',
  /** The message is stored. The address follows. */
  arrived: 'We received your message. We will reply by email to',
  another: 'Write another message',
} as const
