import { createHash } from 'node:crypto'
import { type SQL, sql } from 'drizzle-orm'
import type { Chain } from '../platform/db/check-hash-chain.ts'
import { type Orm, rows } from '../platform/db/database.ts'

/** Accepted gold prices, each hashed with the one before (docs/decisions/063-price-proof.md). */
export const goldPriceChain: Chain = {
  name: 'gold_prices',
  table: 'gold_price_history',
  isKeyNumber: true,
  content: sql`gold_price_row_text(to_jsonb(entry))`,
  linked: sql`entry.status in ('accepted', 'withdrawn')`,
}

/** What is hashed of an accepted price; prices as decimals with four places, times in ISO 8601. */
export type PriceRecord = {
  acceptedAt: string
  decision: 'accepted' | 'accepted by staff' | 'set by hand'
  perGram: string
  perOunce: string
  /** The row of gold_price_history. */
  record: number
  source: string
  takenAt: string
  /** In the second link of a price that was withdrawn. */
  withdrawnAt: string | null
}

export type PriceLink = PriceRecord & { position: number; hash: string }

/** A link as it was stored, with the text that its row has now; null where the row is missing. */
export type StoredLink = { position: number; hash: string; text: string | null }

export function linksAfter(orm: Pick<Orm, 'execute'>, position: number): Promise<StoredLink[]> {
  return readLinks(orm, sql`link.position > ${position}`)
}

/** Its acceptance and, where there was one, its withdrawal. */
export function linksOfRecord(orm: Pick<Orm, 'execute'>, record: number): Promise<StoredLink[]> {
  return readLinks(orm, sql`link.row_key = ${String(record)}`)
}

function readLinks(orm: Pick<Orm, 'execute'>, where: SQL): Promise<StoredLink[]> {
  return rows<StoredLink>(
    orm,
    sql`select link.position, link.hash,
        case when entry.id is not null then gold_price_link_text(to_jsonb(entry), exists (
          select from chain_links earlier where earlier.chain = link.chain
            and earlier.row_key = link.row_key and earlier.position < link.position)) end as text
      from chain_links link
      left join gold_price_history entry on entry.id
        = case when link.row_key ~ '^[1-9][0-9]{0,17}$' then link.row_key::bigint end
      where link.chain = ${goldPriceChain.name} and ${where}
      order by link.position`,
  )
}

/** The hash of a link after the one before it, which is empty for the first. */
export function linkHash(previous: string, text: string): string {
  return sha256(previous + sha256(text))
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
