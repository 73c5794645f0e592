import type { Client, ClientBase, QueryArrayResult, QueryResult } from 'pg'
import { ConfigError } from '#app/.server/config.ts'
import { readOnlyState, sessionPooling } from './wrong-setting.ts'

/** Asked in the same message as the session's settings, to save a round trip. */
export const askWhetherStandby = 'select pg_catalog.pg_is_in_recovery() as standby'

/**
 * Begins a session. A standby is not used, not even to read: what it tells may be old, and a connection
 * to it would be kept after the address has moved to the new primary.
 */
export async function beginSession(client: ClientBase, settings: string): Promise<void> {
  const results: unknown = await client.query(`${settings}; ${askWhetherStandby}`)
  const last = (results as QueryResult<{ standby: boolean }>[]).at(-1)
  if (last?.rows[0]?.standby) {
    throw Object.assign(new Error('the server is a standby'), { code: readOnlyState })
  }
}

/** A process of the server, unlike any other also where two servers answer at one address. */
const askForProcess = {
  text: `select pid, backend_start::text from pg_catalog.pg_stat_activity where pid = pg_catalog.pg_backend_pid()`,
  rowMode: 'array',
  query_timeout: 5000,
} as const

const rounds = 3

/**
 * Throws if a pooler shares server connections between transactions: a lock or notification of the shop
 * would end up in another client's session. While one of two connections is in a transaction, each must
 * keep its own server process.
 */
export async function refuseSharedSessions(one: Client, other: Client): Promise<void> {
  const processOf = async (client: Client) => {
    const { rows }: QueryArrayResult<unknown[]> = await client.query(askForProcess)
    return String(rows[0])
  }
  for (let round = 0; round < rounds; round += 1) {
    const before = await processOf(one)
    await other.query('begin')
    const isShared = (await processOf(other)) === before || (await processOf(one)) !== before
    await other.query('commit')
    if (isShared) {
      throw new ConfigError(
        `DATABASE_URL points to a pooler that shares connections between transactions (pool_mode = transaction). ${sessionPooling}`,
      )
    }
  }
}
