/** What the two forms have in common: each opens a draft in the visitor's own email program. */
export type EmailForm = {
  heading: string
  lead: string
  /** By field name. */
  labels: Readonly<Record<string, string>>
} & { [Word in keyof typeof emailFormLabels]: string }

export const emailFormLabels = {
  /** The draft. It is also what Enter does [CONTACT-06]. */
  submit: 'Open in email app',
  copy: 'Copy the message',
  /** Announced once the message is on the clipboard. */
  copied: 'Message copied.',
  /** The browser refused; the message is below, selected. */
  copyByHand: 'Your browser blocked copying. The message is selected below; copy it from there.',
  /** Before the two other ways. */
  otherwise: 'Or',
  send: 'Send message',
  withoutMailProgram: 'If you copy the message, email it to {email}.',
  kept: 'Your message is saved in this browser until you send it.',
  /** On coming back. */
  restored: 'We restored what you typed last time.',
  opened: 'Your email app should now show the message. Send it from there.',
  openAgain: 'Open it again',
  /** For drafts that some email programs would cut. */
  long: 'Some email apps cut off long drafts. To be safe, copy the message.',
  sent: 'I sent it. Clear the form',
  clear: 'Clear the form',
  clearAsk: 'Clear everything you wrote?',
  clearYes: 'Yes, clear it',
  clearNo: 'No, keep it',
  cleared: 'The form is empty, and nothing is saved.',
  missing: 'Please fill this in.',
  malformed: 'Enter a valid email address, like name@example.com.',
  withoutScript:
    'Without JavaScript, this form can’t open your email app. Send it from this page, or write to {email}.',
  /** For programs that fill in every field; people do not see it. */
  trap: 'Leave this field blank (spam check)',
  /** The message is stored. The address follows. */
  arrived: 'We received your message. We’ll reply by email to',
  another: 'Write another message',
} as const
