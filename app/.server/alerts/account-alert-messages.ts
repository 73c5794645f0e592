import type { AlertContent, AlertMessages } from './alert.ts'

const account = { label: 'Your account', path: '/admin/account' }
const requestReset = 'Then ask an owner of the shop to reset your second factor on the Staff page.'
const notYou = `If it wasn’t you: change your password right away. ${requestReset}`

const wrongCodes = {
  'sign-in': {
    subject: 'Someone entered your password and wrong codes',
    sentence:
      'Someone who tried to sign in to your account had the right password, but not the right code.',
    advice: `The person who did that knows your password. ${notYou}`,
  },
  'password link': {
    subject: 'Someone entered wrong codes at your password link',
    sentence:
      'Someone opened the link for a new password that was emailed to you, but did not have the right code. Your password was not changed.',
    advice: `The person who did that can read your email. If it wasn’t you: change your mailbox password right away, then the password of your account here, which ends the link. ${requestReset}`,
  },
  session: {
    subject: 'Someone entered wrong codes in your session',
    sentence:
      'Someone who is signed in to your account was asked to confirm with a code, and did not have the right one.',
    advice: `If it wasn’t you: end every other session under Account right away. ${notYou}`,
  },
}

type AccountAlert = Extract<
  AlertContent,
  {
    kind:
      | 'sign-in-new-device'
      | 'right-password-wrong-code'
      | 'password-changed'
      | 'second-factor-changed'
      | 'email-changed'
  }
>

/** What the owner of an account is told about it. */
export function accountAlertMessages(alert: AccountAlert): AlertMessages {
  switch (alert.kind) {
    case 'sign-in-new-device':
      return {
        subject: 'You signed in on a new device',
        sentence: 'Your account was used to sign in on a device we had not seen before.',
        advice: `${notYou} It can also end every other session.`,
        screen: account,
      }
    case 'right-password-wrong-code':
      return { ...wrongCodes[alert.facts.at ?? 'sign-in'], screen: account }
    case 'password-changed':
      return {
        subject: 'Your password was changed',
        sentence: passwordChanges[alert.facts.by ?? 'account'],
        advice: `If it wasn’t you: reset it with “Forgot password?” on the sign-in page right away, which ends every session. ${requestReset}`,
        screen: account,
      }
    case 'second-factor-changed': {
      const { change, by } = alert.facts
      return {
        subject: `Second factor changed: ${change}`,
        sentence: `${secondFactorChanges[change]}${by ? ` This was done by ${by}.` : ''}`,
        advice: notYou,
        screen: account,
      }
    }
    case 'email-changed': {
      const { before, after } = alert.facts
      return {
        subject: 'Your email address was changed',
        sentence: `The email address of your account was changed from ${before} to ${after}.`,
        advice:
          'If it wasn’t you: ask an owner of the shop right away to remove the account and invite you again.',
        screen: account,
      }
    }
  }
}

const passwordChanges = {
  account: 'The password of your account was changed.',
  link: 'The password of your account was changed by an emailed link and your second factor. You are signed out everywhere.',
  command:
    'The password of your account was changed by a command on the server. You are signed out everywhere.',
}

const secondFactorChanges = {
  reset:
    'Your account was given a new second factor and new recovery codes. The old ones, its passkeys and every session have ended.',
  'another authenticator app':
    'Your account was given another authenticator app; the codes of the old one ended.',
  'new recovery codes': 'Your account was given new recovery codes; the old ones ended.',
  'passkey added': 'A passkey was added to your account. It can sign in from now on.',
  'passkey removed': 'A passkey of your account was removed.',
}
