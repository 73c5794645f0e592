import { asc, gt, sql } from 'drizzle-orm'
import type { AppContext } from '../app-context.ts'
import { checkChain } from '../platform/db/check-hash-chain.ts'
import { type Orm, rows } from '../platform/db/database.ts'
import { goldPriceDays } from '../platform/db/signing-schema.ts'
import type { Json } from '../signing/canonical-json.ts'
import { publicKeys } from '../signing/queries/public-keys.ts'
import { isSignedBy, keyRemedy } from '../signing/signing-key.ts'
import { goldPriceChain } from './price-chain.ts'
import { dateOf, type ProofFile } from './proof-days.ts'

const daysAtOnce = 100

/** A sentence for each thing that is not as it was signed; none where all is. */
export async function dayFindings(orm: Orm): Promise<string[]> {
  const keys = new Map((await publicKeys(orm)).map((key) => [key.id, key.publicKey]))
  const findings: string[] = []
  let last = { day: '0001-01-01', root: '', lastPosition: 0 }
  for (;;) {
    const page = await orm
      .select()
      .from(goldPriceDays)
      .where(gt(goldPriceDays.day, last.day))
      .orderBy(asc(goldPriceDays.day))
      .limit(daysAtOnce)
    for (const stored of page) {
      const said = readFile(stored.file)
      const key = keys.get(stored.keyId)
      const isSigned =
        said !== null &&
        key !== undefined &&
        isSignedBy(key, said.day as Json, said.signature) &&
        said.day.date === stored.day &&
        said.day.root === stored.root &&
        said.day.previousRoot === last.root &&
        stored.lastPosition === last.lastPosition + stored.links &&
        said.day.links.length === stored.links
      if (!isSigned) findings.push(`The prices for ${stored.day} don’t match what was signed.`)
      last = stored
    }
    if (page.length < daysAtOnce) break
  }
  const strayed = await rows<{ day: string }>(
    orm,
    sql`select day from gold_price_days signed where root <> '' and not exists (
        select from chain_links where chain = ${goldPriceChain.name}
          and position = signed.last_position and hash = signed.root)
      order by day limit 5`,
  )
  return [
    ...findings.slice(0, 5),
    ...strayed.map(({ day }) => `The prices stored for ${day} don’t match what was signed.`),
  ]
}

function readFile(file: string): ProofFile | null {
  try {
    return JSON.parse(file) as ProofFile
  } catch {
    return null
  }
}

/** Days that are over for more than a day and are not signed: the key cannot be read, or a link does not fit. */
export async function unsignedFindings(orm: Orm, now: Date): Promise<string[]> {
  const [found] = await rows<{ last: string | null; links: number; unsigned: number }>(
    orm,
    sql`select (select max(day)::text from gold_price_days) as last,
      (select count(*) from chain_links where chain = ${goldPriceChain.name}) as links,
      (select count(*) from chain_links join gold_price_history entry on entry.id::text = row_key
        where chain = ${goldPriceChain.name} and exists (select from signing_keys)
          and position > coalesce((select max(last_position) from gold_price_days), 0)
          and coalesce(entry.withdrawn_at, entry.decided_at, entry.recorded_at)
            < ${dateOf(new Date(now.getTime() - 86_400_000))}::date) as unsigned`,
  )
  if (!found || found.unsigned === 0) return []
  return [
    `Gold prices have been waiting to be signed${found.last ? ` since ${found.last}` : ''}: a price doesn’t match its chain, or the signing key can’t be read. ${keyRemedy}`,
  ]
}

/** Whether what is published as proof still fits what is stored. */
export type ProofCheck = { links: number; at: Date; problem: string | null }

const keptMs = 10 * 60_000
const checks = new WeakMap<object, { at: number; check: Promise<ProofCheck> }>()

/** The whole chain and all days, looked through at most each ten minutes in a process [PROOF-03]. */
export function proofCheck(app: AppContext): Promise<ProofCheck> {
  const now = app.now().getTime()
  const kept = checks.get(app.cache)
  if (kept && now >= kept.at && now - kept.at < keptMs) return kept.check
  const check = lookThrough(app)
  checks.set(app.cache, { at: now, check })
  check.catch(() => checks.delete(app.cache))
  return check
}

async function lookThrough(app: AppContext): Promise<ProofCheck> {
  const { orm } = app.db
  const at = app.now()
  const { links, problem } = await checkChain(orm, goldPriceChain)
  if (problem) {
    const { rowKey, what } = problem
    return {
      links,
      at,
      problem: rowKey === null ? `In the chain, ${what}.` : `Record ${rowKey} ${what}.`,
    }
  }
  return { links, at, problem: (await dayFindings(orm))[0] ?? null }
}
