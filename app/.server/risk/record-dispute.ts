import { inArray } from 'drizzle-orm'
import type { Orm } from '#app/.server/platform/db/database.ts'
import { ledgerEntries } from '#app/.server/platform/db/ledger-schema.ts'
import {
  disputeLostEntry,
  disputeOpenedEntry,
  disputeRegainedEntry,
  disputeWonEntry,
} from '#app/domain/ledger/ledger.ts'
import type { Cents } from '#app/domain/money/cents.ts'
import { type EntryFacts, recordEntry } from '../ledger/repository.ts'
import type { PaymentEvent } from '../payments/gateway/payment-event.ts'

type Disputed = Pick<PaymentEvent, 'id' | 'type' | 'reference'> & { object?: string | undefined }

/**
 * What a dispute moves, once for each dispute: out when it is opened or its money withdrawn, back when
 * it is won or its money reinstated, and lost when it is lost. Whichever of these comes first says that
 * the money had gone out, so that any order of arrival ends in the same sums [DISPUTE-03].
 */
export async function recordDisputed(
  tx: Orm,
  event: Disputed,
  amount: Cents,
  facts: Omit<EntryFacts, 'key'>,
): Promise<void> {
  const end = ends[event.type as keyof typeof ends]
  if (!end && !begins.has(event.type)) return
  const dispute = event.object ?? event.reference ?? event.id
  const keys = {
    opened: `dispute opened:${dispute}`,
    won: `dispute won:${dispute}`,
    lost: `dispute lost:${dispute}`,
  }
  const known = await keysThere(tx, Object.values(keys))
  await recordEntry(tx, disputeOpenedEntry(amount), { ...facts, key: keys.opened })
  if (!end || known.has(keys[end])) return
  if (end === 'lost') {
    // Money that came back was not lost, whatever was decided before.
    if (known.has(keys.won)) return
    await recordEntry(tx, disputeLostEntry(amount), { ...facts, key: keys.lost })
    return
  }
  if (known.has(keys.lost)) {
    // It was lost first: the money comes back from there.
    await recordEntry(tx, disputeRegainedEntry(amount), { ...facts, key: keys.won })
    return
  }
  await recordEntry(tx, disputeWonEntry(amount), { ...facts, key: keys.won })
}

const begins: ReadonlySet<string> = new Set(['dispute open', 'funds withdrawn'])
const ends = {
  'dispute won': 'won',
  'funds reinstated': 'won',
  'dispute lost': 'lost',
} as const

async function keysThere(tx: Orm, keys: string[]): Promise<Set<string>> {
  const found = await tx
    .select({ key: ledgerEntries.key })
    .from(ledgerEntries)
    .where(inArray(ledgerEntries.key, keys))
  return new Set(found.map(({ key }) => key))
}
