import type { AlertContent, AlertMessages } from './alert.ts'

const account = { label: 'Your account', path: '/admin/account' }
const requestReset = 'Then ask an owner of the shop to reset your second factor on the Staff page.'
const notYou = `If it was not you: change your password at once. ${requestReset}`

const wrongCodes = {
  'sign-in': {
    subject: 'Somebody typed your password and wrong codes',
    sentence:
      'Somebody who tried to sign in to your account had the right password, but not the right code.',
    advice: `Who did that knows your password. ${notYou}`,
  },
  'password link': {
    subject: 'Somebody typed wrong codes at your password link',
    sentence:
      'Somebody opened the link for a new password that was emailed to you, but did not have the right code. Your password was not changed.',
    advice: `Who did that can read your email. If it was not you: change the password of your mailbox at once, then that of your account here, which ends the link. ${requestReset}`,
  },
  session: {
    subject: 'Somebody typed wrong codes in your session',
    sentence:
      'Somebody who is signed in to your account was asked to confirm with a code, and did not have the right one.',
    advice: `If it was not you: end every other session under Account at once. ${notYou}`,
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
        sentence: 'Your account was signed in to on a device that was not known before.',
        advice: `${notYou} It can also end every other session.`,
        screen: account,
      }
    case 'right-password-wrong-code':
      return { ...wrongCodes[alert.facts.at ?? 'sign-in'], screen: account }
    case 'password-changed':
      return {
        subject: 'Your password was changed',
        sentence: passwordChanges[alert.facts.by ?? 'account'],
        advice: `If it was not you: choose another by “Forgot password?” on the sign-in page at once, which ends every session. ${requestReset}`,
        screen: account,
      }
    case 'second-factor-changed': {
      const { change, by } = alert.facts
      return {
        subject: `Your second factor was changed: ${change}`,
        sentence: `${secondFactorChanges[change]}${by ? ` This was done by ${by}.` : ''}`,
        advice: notYou,
        screen: account,
      }
    }
    case 'email-changed': {
      const { before, after } = alert.facts
      return {
        subject: 'Your e-mail address was changed',
        sentence: `The e-mail address of your account was changed from ${before} to ${after}.`,
        advice:
          'If it was not you: ask an owner of the shop at once to take the account away and invite you again.',
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
