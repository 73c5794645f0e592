import { asc, eq, sql } from 'drizzle-orm'
import { sameEmail } from '#app/.server/platform/db/columns.ts'
import type { Orm } from '#app/.server/platform/db/database.ts'
import { emailOutbox } from '#app/.server/platform/db/schema.ts'
import {
  tradeInHistory,
  tradeInPayouts,
  tradeIns,
} from '#app/.server/platform/db/trade-in-schema.ts'
import type { ShopSecrets } from '#app/.server/platform/secret.ts'
import { identityOf } from '#app/.server/trade-ins/identities.ts'
import { photosOf } from '#app/.server/trade-ins/photos.ts'

type TradeInRow = typeof tradeIns.$inferSelect

/**
 * Trade-ins of a person by their email address. One that staff began without an address is of the buyer whose order
 * had the piece, unless the piece was transferred since.
 */
export function tradeInsOfBuyer(orm: Orm, email: string): Promise<TradeInRow[]> {
  const isBuyer = sameEmail(sql`email`, email)
  return orm
    .select()
    .from(tradeIns)
    .where(
      sql`${tradeIns.id} in (select id from trade_ins where ${isBuyer}
        union select t.id from trade_ins t join certificates c on c.id = t.certificate_id
          where t.email is null and t.owner_name <> ''
            and c.order_id in (select id from orders where ${isBuyer})
            and not exists (select from certificate_events e
              where e.certificate_id = c.id and e.event = 'passed on'))`,
    )
    .orderBy(asc(tradeIns.number))
}

export const nameOfTradeIn = ({ number }: Pick<TradeInRow, 'number'>) => `trade-in ${number}`

/** Why a trade-in cannot be without its owner yet, in a sentence; null where it can. */
export const tradeInStillNeeded = ({ closedAt }: Pick<TradeInRow, 'closedAt'>): string | null =>
  closedAt === null ? 'It’s still open.' : null

/** As its owner may read it: without what opens its page, and without who of the staff did what. */
export async function exportedTradeIn(orm: Orm, secrets: ShopSecrets, row: TradeInRow) {
  const { id, token } = row
  const { subject, text, recipient, sentAt, kind } = emailOutbox
  const emails = await orm
    .select({ recipient, subject, text, sentAt, kind })
    .from(emailOutbox)
    .where(eq(emailOutbox.tradeInId, id))
    .orderBy(asc(emailOutbox.createdAt), asc(emailOutbox.id))
  return {
    number: row.number,
    isTest: !row.livemode,
    kind: row.kind,
    state: row.state,
    requested: row.askedAt,
    piece: { name: row.name, size: row.size, serial: row.serial, weightMg: row.stampedMg },
    ...{ ownerName: row.ownerName, email: row.email, phone: row.phone },
    livesIn: row.region,
    note: row.note,
    sent: { at: row.sentAt, carrier: row.carrier, tracking: row.tracking },
    label: { carrier: row.labelCarrier, tracking: row.labelTracking },
    photographs: (await photosOf(orm, id)).map(({ at }) => at),
    sentBack: { carrier: row.againCarrier, tracking: row.againTracking },
    received: row.receivedAt,
    weighed: { at: row.weighedAt, mg: row.weighedMg, fineness: row.fineness },
    offer: { at: row.offeredAt, cents: row.offerCents, until: row.offerUntil },
    agreed: row.agreedAt,
    ended: row.closedAt,
    reason: row.closedWhy,
    identity: await identityOf(orm, secrets, id),
    payouts: await orm
      .select({
        kind: tradeInPayouts.kind,
        amountCents: tradeInPayouts.amountCents,
        reference: tradeInPayouts.reference,
        paidOn: tradeInPayouts.paidOn,
      })
      .from(tradeInPayouts)
      .where(eq(tradeInPayouts.tradeInId, id))
      .orderBy(asc(tradeInPayouts.at)),
    history: await orm
      .select({ at: tradeInHistory.at, state: tradeInHistory.state, why: tradeInHistory.why })
      .from(tradeInHistory)
      .where(eq(tradeInHistory.tradeInId, id))
      .orderBy(asc(tradeInHistory.id)),
    emails: emails
      .filter((each) => each.kind.endsWith('-owner'))
      .map(({ kind: _, ...each }) => ({
        ...each,
        text: each.text?.replaceAll(token, '…') ?? null,
      })),
  }
}
