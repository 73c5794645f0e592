import {
  type PGlite,
  parse,
  protocol,
  type QueryOptions,
  type Results,
  type Transaction,
} from '@electric-sql/pglite'

type Query = <T>(text: string, params?: unknown[], options?: QueryOptions) => Promise<Results<T>>

/**
 * The embedded database as Drizzle asks it, at half of what a short query costs the processor through
 * PGlite's own `query`:
 *
 * - Drizzle hands the same parsers over with each query, and PGlite then copies its own of all types,
 *   more than three hundred, to add them. Here it gets them once, with the first query.
 * - PGlite sends the six messages of a query one by one, to learn the types of its parameters before it
 *   writes them. Here they are sent together, as node-postgres does, and the server reads the
 *   parameters from text. Parameters that are objects are left to PGlite.
 */
export function embeddedForDrizzle(client: PGlite): PGlite {
  let isGiven = false
  const lasting = ({ parsers, ...options }: QueryOptions = {}): QueryOptions => {
    if (parsers && !isGiven) Object.assign(client.parsers, parsers)
    isGiven ||= parsers !== undefined
    return options
  }
  const query: Query = async (text, params = [], given) => {
    const options = lasting(given)
    const values = asText(params)
    if (!values) return client.query(text, params, options)
    await client._checkReady()
    return client._runExclusiveTransaction(() => sent(client, text, values, options, true))
  }
  const ofTransaction =
    (tx: Transaction): Query =>
    async (text, params = [], given) => {
      const options = lasting(given)
      const values = asText(params)
      if (!values || tx.closed) return tx.query(text, params, options)
      return sent(client, text, values, options, false)
    }
  const ofDrizzle: Pick<PGlite, 'query' | 'transaction'> = {
    query,
    transaction: (work) =>
      client.transaction((tx) => {
        const query = { value: ofTransaction(tx), configurable: true }
        const own: Transaction = Object.create(tx, { query })
        return work(own)
      }),
  }
  return ofDrizzle as PGlite
}

/** Throws the server's error, which has its code; the connection can be used again at once. */
function sent<T>(
  client: PGlite,
  text: string,
  values: (string | null)[],
  options: QueryOptions,
  syncToFs: boolean,
): Promise<Results<T>> {
  const { serialize } = protocol
  const message = joined([
    serialize.parse({ text }),
    serialize.bind({ values }),
    serialize.describe({ type: 'P' }),
    serialize.execute({}),
    serialize.sync(),
  ])
  return client._runExclusiveQuery(async () => {
    const messages = await client.execProtocolStream(message, { syncToFs })
    const [result] = parse.parseResults(messages, client.parsers, options) as Results<T>[]
    return result ?? { rows: [], fields: [] }
  })
}

/** Null where one of them is an object, whose text depends on the type that it is for. */
function asText(params: readonly unknown[]): (string | null)[] | null {
  const values: (string | null)[] = []
  for (const param of params) {
    if (param === null || param === undefined) values.push(null)
    else if (typeof param === 'object') return null
    else values.push(String(param))
  }
  return values
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}
