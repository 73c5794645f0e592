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

/**
 * What the database lacks in an outage whose reason it tells, and what to do. The shop goes on automatically
 * once that is done, so it is no reason to end a start. Null where the reason is not known.
 */
export function databaseLacks(error: unknown): string | null {
  const said = innermost(error)
  if (!said) return null
  if (isFull(error))
    return `The database isn’t accepting any more connections (${said.message}). ${moreRoom}`
  const lacks = lacking[sqlState(error) ?? '']
  return lacks ? `${lacks} The shop then recovers automatically.` : null
}

/** What is known about a database that cannot be used: a wrong setting, or what it lacks. */
export const databaseTrouble = (error: unknown): string | null =>
  wrongDatabaseSetting(error) ?? databaseLacks(error)

/** Whether the server, or a pooler in front of it, takes no further connection. */
export function isFull(error: unknown): boolean {
  if (sqlState(error) === '53300') return true
  return /query_wait_timeout|no more connections allowed/.test(innermost(error)?.message ?? '')
}

/** A server that follows another one takes no writes, and what it tells may be old. */
export const readOnlyState = '25006'

const lacking: Readonly<Record<string, string>> = {
  // read_only_sql_transaction
  [readOnlyState]:
    'The database is read-only, as a standby is: nothing can be saved. Promote it, or point DATABASE_URL to the primary.',
  // disk_full
  '53100': 'The disk of the database is full: nothing can be saved. Make room on it.',
}

const moreRoom =
  'Raise max_connections at the server or default_pool_size at the pooler, end other programs’ connections, or lower DATABASE_POOL_SIZE. The shop then recovers automatically.'

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

/** What to do about a pooler that hands out connections for less than a session. */
export const sessionPooling =
  'The shop takes locks and listens for notices, which needs whole sessions: set pool_mode = session for this database at the pooler, or connect to PostgreSQL itself'

/** What is decided on this side of the connection has no such code. */
function byMessage({ message, code }: EntryText): string | null {
  if (/does not support SSL/i.test(message)) {
    return 'The server takes no encryption: remove sslmode from the end, or turn encryption on at the server'
  }
  if (/password must be a (non-empty )?string/i.test(message)) {
    return 'Give a password: postgres://name:password@host/database'
  }
  if (/not allowed in statement pooling mode/.test(message)) return sessionPooling
  if (/SSL required/i.test(message)) {
    return 'The pooler requires encryption: add ?sslmode=verify-full at the end'
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
