const account = { label: 'Your account', path: '/admin/account' }
const requestReset = 'Then ask a shop owner to reset your second factor on the Staff page.'
const notYou = `If it wasn’t you, change your password right away. ${requestReset}`

const wrongCodes = {
  'sign-in': {
    subject: 'Someone entered your password and wrong codes',
    sentence:
      'Someone who tried to sign in to your account had the right password, but not the right code.',
    advice: `The person who did that knows your password. ${notYou}`,
  },
  'password link': {
    subject: 'Wrong codes on your password reset page',
    sentence:
      'Someone opened the password reset link we emailed you but didn’t have the right code. Your password wasn’t changed.',
    advice: `The person who did that can read your email. If it wasn’t you, change your email password right away, then change your password here, which cancels the link. ${requestReset}`,
  },
  session: {
    subject: 'Someone entered wrong codes in your session',
    sentence:
      'Someone who is signed in to your account was asked to confirm with a code and didn’t have the right one.',
    advice: `If it wasn’t you, end every other session under Account right away. ${notYou}`,
  },
}

/** What the owner of an account is told about it. */
export const accountAlerts = {
  'sign-in-new-device': () => ({
    subject: 'You signed in on a new device',
    sentence: 'Your account was used to sign in on a device we hadn’t seen before.',
    advice: `${notYou} You can also end every other session under Account.`,
    screen: account,
  }),
  /** `at`: where the codes were typed, if not at signing in; the emailed link and a session need no password. */
  'right-password-wrong-code': ({ at }: { at?: 'password link' | 'session' }) => ({
    ...wrongCodes[at ?? 'sign-in'],
    screen: account,
  }),
  /** By an emailed link and a second factor, or by the command; else by its owner on the Account page. */
  'password-changed': ({ by }: { by?: 'link' | 'command' }) => ({
    subject: 'Your password was changed',
    sentence: passwordChanges[by ?? 'account'],
    advice: `If it wasn’t you, reset it with “Forgot password?” on the sign-in page right away. That ends every session. ${requestReset}`,
    screen: account,
  }),
  /** `by`: who reset it. */
  'second-factor-changed': ({
    change,
    by,
  }: {
    change: keyof typeof secondFactorChanges
    by?: string
  }) => ({
    subject: `Second factor changed: ${change}`,
    sentence: `${secondFactorChanges[change]}${by ? ` This was done by ${by}.` : ''}`,
    advice: notYou,
    screen: account,
  }),
  /** Told to the old address. */
  'email-changed': ({ before, after }: { before: string; after: string }) => ({
    subject: 'Your email address was changed',
    sentence: `Your account’s email address was changed from ${before} to ${after}.`,
    advice:
      'If it wasn’t you, ask a shop owner right away to remove the account and invite you again.',
    screen: account,
  }),
}

const passwordChanges = {
  account: 'Your password was changed.',
  link: 'Your password was changed with an emailed link and your second factor. You’re signed out everywhere.',
  command: 'Your password was changed by a command on the server. You’re signed out everywhere.',
}

const secondFactorChanges = {
  reset:
    'Your account was given a new second factor and new recovery codes. The old ones, its passkeys, and all its sessions no longer work.',
  'another authenticator app':
    'Your account was given another authenticator app. Codes from the old one no longer work.',
  'new recovery codes': 'Your account was given new recovery codes. The old ones no longer work.',
  'passkey added': 'A passkey was added to your account. It can now be used to sign in.',
  'passkey removed': 'A passkey was removed from your account.',
}
