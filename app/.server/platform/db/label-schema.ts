import { bigint, boolean, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import type { Carrier } from '#app/domain/fulfillment/carrier.ts'
import type { LabelRate, LabelRequest, LabelState } from '#app/domain/fulfillment/label.ts'
import { at, bytes, centsOf } from './columns.ts'

/** Shipments at a gateway of carriers' labels, each with one label at most [LABEL-02]. */
export const labels = pgTable('labels', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  /** Of the next package of an order; else of the one in which a piece is sent to us. */
  orderId: text('order_id'),
  tradeInId: text('trade_in_id'),
  provider: text().notNull(),
  livemode: boolean().notNull(),
  /** The gateway's id. */
  shipment: text().notNull(),
  state: text().$type<LabelState>().notNull(),
  asked: jsonb().$type<LabelRequest>().notNull(),
  rates: jsonb().$type<LabelRate[]>().notNull(),
  offeredAt: at('offered_at').notNull(),
  offeredTo: text('offered_to').notNull(),
  /** Of the rate that was chosen; null while none was. */
  rate: text(),
  service: text(),
  costCents: centsOf('cost_cents'),
  boughtBy: text('bought_by'),
  /** When the gateway was last asked to buy it. */
  askedAt: at('asked_at'),
  boughtAt: at('bought_at'),
  carrier: text().$type<Carrier>(),
  tracking: text(),
  /** Where the gateway keeps its PDF; null once it is forgotten. */
  fileUrl: text('file_url'),
  problem: text(),
  voidedBy: text('voided_by'),
  voidedAt: at('voided_at'),
  checkedAt: at('checked_at'),
  parcelId: bigint('parcel_id', { mode: 'number' }),
})

/** Name and address of a buyer are in them. */
export const labelFiles = pgTable('label_files', {
  labelId: bigint('label_id', { mode: 'number' }).primaryKey(),
  pdf: bytes().notNull(),
  keptAt: at('kept_at').notNull(),
})
