import { bigint, integer, pgTable, text } from 'drizzle-orm/pg-core'
import type {
  CertificateActor,
  CertificateMove,
  CertificateState,
} from '#app/domain/certificates/state.ts'
import { at, bytes } from './columns.ts'

/** Pictures of pieces as their certificates show them, by the SHA-256 of the JPEG. */
export const certificatePictures = pgTable('certificate_pictures', {
  hash: text().primaryKey(),
  jpeg: bytes().notNull(),
})

/** Certificates of single pieces, as they were signed; the state and the claim code alone change. */
export const certificates = pgTable('certificates', {
  id: text().primaryKey(),
  orderId: text('order_id').notNull(),
  line: integer().notNull(),
  /** From 1 to the quantity of its line. */
  item: integer().notNull(),
  nth: integer().notNull(),
  serial: text().notNull(),
  actualMg: bigint('actual_mg', { mode: 'number' }).notNull(),
  issuedAt: at('issued_at').notNull(),
  keyId: text('key_id').notNull(),
  picture: text(),
  replaces: text(),
  file: text().notNull(),
  state: text().$type<CertificateState>().notNull(),
  claimHash: text('claim_hash'),
})

/** What became of each. */
export const certificateEvents = pgTable('certificate_events', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  certificateId: text('certificate_id').notNull(),
  at: at('at').notNull(),
  event: text().$type<CertificateMove>().notNull(),
  actor: text().$type<CertificateActor>().notNull(),
  by: text().notNull(),
  reason: text().notNull(),
})
