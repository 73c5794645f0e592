import { desc } from 'drizzle-orm'
import type { AppContext } from '../app-context.ts'
import type { Orm } from '../platform/db/database.ts'
import { goldPriceDays } from '../platform/db/signing-schema.ts'
import { canonicalJson, type Json } from '../signing/canonical-json.ts'
import { type SigningKey, signJson } from '../signing/signing-key.ts'
import {
  linkHash,
  linksAfter,
  type PriceLink,
  type PriceRecord,
  type StoredLink,
} from './price-chain.ts'

/** What is signed of a day, in UTC. */
type ProofDay = {
  date: string
  /** False while prices of it may still come. */
  finished: boolean
  links: PriceLink[]
  /** The root of the day before; empty before the first link. */
  previousRoot: string
  /** The last hash up to the end of the day. */
  root: string
  /** The shop's own address. */
  shop: string
  signedAt: string
}

/** `signature`: Ed25519 over the canonical JSON of `day`, in base64. */
export type ProofFile = { day: ProofDay; keyId: string; signature: string }

/** A day that is not signed yet. `holds`: whether its links fit its prices. */
export type OpenDay = Pick<ProofDay, 'date' | 'links' | 'previousRoot' | 'root'> & {
  lastPosition: number
  holds: boolean
}

const dayMs = 86_400_000
export const dateOf = (at: Date) => at.toISOString().slice(0, 10)
const dayAfter = (date: string) => dateOf(new Date(Date.parse(date) + dayMs))
const endOf = (date: string) => Date.parse(date) + dayMs

/** Every day since the last signed one up to today, with its links; none before the first price. */
export async function openDays(orm: Orm, now: Date): Promise<OpenDay[]> {
  const [signed] = await orm
    .select({
      day: goldPriceDays.day,
      lastPosition: goldPriceDays.lastPosition,
      root: goldPriceDays.root,
    })
    .from(goldPriceDays)
    .orderBy(desc(goldPriceDays.day))
    .limit(1)
  const links = await linksAfter(orm, signed?.lastPosition ?? 0)
  const first = signed ? dayAfter(signed.day) : firstDay(links)
  if (first === null) return []
  const days: OpenDay[] = []
  let last = { lastPosition: signed?.lastPosition ?? 0, root: signed?.root ?? '' }
  let from = 0
  for (let date = first; date <= dateOf(now); date = dayAfter(date)) {
    // In the order of the chain, whatever a clock said: all up to the last link of the day.
    const end =
      date === dateOf(now)
        ? links.length
        : Math.max(from, links.findLastIndex((link) => timeOf(link) < endOf(date)) + 1)
    const day = openDay(date, links.slice(from, end), last)
    days.push(day)
    last = day
    from = end
  }
  return days
}

function openDay(
  date: string,
  links: StoredLink[],
  before: { lastPosition: number; root: string },
): OpenDay {
  let { lastPosition, root } = before
  let holds = true
  const read: PriceLink[] = []
  for (const { position, hash, text } of links) {
    holds &&= text !== null && position === lastPosition + 1 && hash === linkHash(root, text)
    lastPosition = position
    root = hash
    if (text !== null) read.push({ ...(JSON.parse(text) as PriceRecord), position, hash })
  }
  return { date, links: read, previousRoot: before.root, root, lastPosition, holds }
}

function firstDay(links: StoredLink[]): string | null {
  const times = links.map(timeOf).filter(Number.isFinite)
  return times.length === 0 ? null : dateOf(new Date(Math.min(...times)))
}

/** When it was accepted or withdrawn; endless where its row is missing. */
function timeOf({ text }: StoredLink): number {
  if (text === null) return Number.POSITIVE_INFINITY
  const { acceptedAt, withdrawnAt } = JSON.parse(text) as PriceRecord
  return Date.parse(withdrawnAt ?? acceptedAt)
}

/** The file of a day, as it is published: canonical JSON, whole. */
export function signedFile(
  app: Pick<AppContext, 'now' | 'publicUrl'>,
  key: SigningKey,
  { date, links, previousRoot, root }: OpenDay,
  finished: boolean,
): string {
  const signedAt = app.now().toISOString()
  const day = { date, finished, links, previousRoot, root, shop: app.publicUrl, signedAt }
  const file = { day, keyId: key.id, signature: signJson(key, day as Json) }
  return `${canonicalJson(file as Json)}\n`
}
