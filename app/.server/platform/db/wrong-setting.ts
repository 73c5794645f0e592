import { sqlState } from './database.ts'

/**
 * Why the database refuses this shop, and what to do, where waiting would not help: a wrong password,
 * name or right, no encryption. Null for anything else, an outage above all. What the server said is
 * quoted; it names the user, and never the password.
 */
export function wrongDatabaseSetting(error: unknown): string | null {
  const said = innermost(error)
  if (!said) return null
  const state = sqlState(error)
  const remedy = (state && byState[state]) || byMessage(said)
  if (!remedy) return null
  return `DATABASE_URL: the database refuses this shop (${said.message}). ${remedy}`
}

/** By PostgreSQL's codes. */
const byState: Readonly<Record<string, string>> = {
  // invalid_password
  '28P01':
    'Correct the name or password; in an address the characters @ : / ? # % of a password are written %40 %3A %2F %3F %23 %25',
  // invalid_authorization_specification: pg_hba.conf, a role that is not there or may not log in
  '28000':
    'Correct the name of the user; where the server wants encryption, add ?sslmode=verify-full at the end; else let the server admit this machine (pg_hba.conf)',
  // invalid_catalog_name
  '3D000': 'Correct the name of the database at the end, or make that database',
  // invalid_schema_name
  '3F000': 'Make a schema for the shop there: create schema public',
  // insufficient_privilege
  '42501':
    'Let the owner of that database give its user the right: grant connect, create on database … to …; grant usage, create on schema public to …; tables of the shop must belong to that user',
}

/** What is decided on this side of the connection has no such code. */
function byMessage({ message, code }: EntryText): string | null {
  if (/does not support SSL/i.test(message)) {
    return 'The server takes no encryption: remove sslmode from the end, or turn encryption on at the server'
  }
  if (/password must be a (non-empty )?string/i.test(message)) {
    return 'Give a password: postgres://name:password@host/database'
  }
  if (/CERT|SELF_SIGNED|UNABLE_TO_(GET_ISSUER|VERIFY)/.test(code)) {
    return 'The certificate of the server is not one that this machine trusts: name the file of its authority at the end, sslrootcert=/path/to/ca.pem'
  }
  return null
}

type EntryText = { message: string; code: string }

function innermost(error: unknown): EntryText | null {
  let said: EntryText | null = null
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : ''
    said = { message: cause.message, code }
  }
  return said
}
