import type { EmailRefused } from './email-gateway.ts'

/** What went wrong, for somebody who runs a shop; the server's own words where it said some. */
export function emailServerFailure({ code, message }: EmailRefused): {
  sentence: string
  /** Whether nothing was heard of the server. */
  isUnreached: boolean
} {
  const [kind = ''] = code.split(' ')
  const unreached = (message: string) => ({ sentence: message, isUnreached: true })
  const heard = (message: string) => ({ sentence: message, isUnreached: false })
  switch (kind) {
    case 'EAUTH':
      return heard(`The mail server didn’t accept the username or password: ${ended(message)}`)
    case 'EDNS':
    case 'ENOTFOUND':
      return unreached('There’s no mail server with this name. Please check the host.')
    case 'EPRIVATE':
      return heard(
        'This mail server is on a private network. The person who runs the server can allow it with ALLOW_PRIVATE_ADDRESSES.',
      )
    case 'ETIMEDOUT':
      return unreached(
        'The mail server didn’t respond in time. Please check the host, port, and encryption.',
      )
    case 'ECONNECTION':
    case 'ECONNREFUSED':
    case 'ESOCKET':
      return unreached(
        'The mail server couldn’t be reached. Please check the host, port, and encryption.',
      )
    case 'ETLS':
      return heard(`The connection to the mail server couldn’t be encrypted: ${ended(message)}`)
    default:
      return heard(`The mail server didn’t accept it: ${ended(message)}`)
  }
}

/** With the stop that a server’s own words may lack. */
export const ended = (message: string) => (/[.!?]$/.test(message) ? message : `${message}.`)
