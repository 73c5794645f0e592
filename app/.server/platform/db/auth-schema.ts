import { sql } from 'drizzle-orm'
import { bigint, boolean, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import type { Role } from '#app/domain/access/rights.ts'
import { at } from './columns.ts'

/** The tables of staff and sign-in, as schema.ts has the others. */

export const admins = pgTable('admins', {
  id: text().primaryKey(),
  email: text().notNull().unique(),
  /** The second factor's secret, encrypted [D5]. */
  mfaCode: text('mfa_code').notNull(),
  passwordHash: text('password_hash').notNull(),
  /** Time step of the last code that was accepted; it and older ones are refused [D5]. */
  lastStep: bigint('last_step', { mode: 'number' }),
  createdAt: at('created_at').notNull().defaultNow(),
  role: text().$type<Role>().notNull(),
  signedInAt: at('signed_in_at'),
  /** Alerts up to here were dismissed. */
  alertsSeenUntil: at('alerts_seen_until'),
  /** Devices that signed in before this are unknown again; null: none was ever forgotten. */
  devicesKnownFrom: at('devices_known_from'),
})

/** Columns as better-auth names them, but for the admin's id. */
export const adminSessions = pgTable('admin_sessions', {
  id: text().primaryKey(),
  token: text().notNull().unique(),
  userId: text('admin_id').notNull(),
  expiresAt: at('expires_at').notNull(),
  createdAt: at('created_at').notNull(),
  updatedAt: at('updated_at').notNull(),
  ipAddress: text('ip_address'),
  userAgent: text('user_agent'),
  /** When it last showed a second factor. */
  factorAt: at('factor_at'),
})

export const adminPasskeys = pgTable('admin_passkeys', {
  /** The credential's own id, base64url. */
  id: text().primaryKey(),
  adminId: text('admin_id').notNull(),
  name: text().notNull(),
  publicKey: text('public_key').notNull(),
  counter: bigint({ mode: 'number' }).notNull(),
  transports: jsonb().$type<string[]>().notNull().default([]),
  deviceType: text('device_type', { enum: ['singleDevice', 'multiDevice'] }).notNull(),
  backedUp: boolean('backed_up').notNull(),
  createdAt: at('created_at').notNull(),
  lastUsedAt: at('last_used_at'),
})

/** What a browser is asked to sign, once; `sessionId` null: to sign in. */
export const passkeyChallenges = pgTable('passkey_challenges', {
  challenge: text().primaryKey(),
  sessionId: text('session_id'),
  expiresAt: at('expires_at').notNull(),
  /** Made after password and code, or another passkey: it adds a passkey, and does nothing else. */
  addsPasskey: boolean('adds_passkey').notNull().default(false),
})

/** A new email address that has not been confirmed yet. */
export const adminEmailChanges = pgTable('admin_email_changes', {
  adminId: text('admin_id').primaryKey(),
  newEmail: text('new_email').notNull(),
  tokenHash: text('token_hash').notNull().unique(),
  /** Of the link that cancels the change. */
  cancelHash: text('cancel_hash').unique(),
  expiresAt: at('expires_at').notNull(),
})

/** Who asked for a link to choose another password; the link as a hash. */
export const passwordResets = pgTable('password_resets', {
  id: text().primaryKey(),
  /** As submitted. */
  email: text().notNull(),
  requestedAt: at('requested_at').notNull(),
  expiresAt: at('expires_at').notNull(),
  nextAttemptAt: at('next_attempt_at').notNull(),
  /** Null until the email is written. */
  adminId: text('admin_id'),
  tokenHash: text('token_hash').unique(),
})

export const adminRecoveryCodes = pgTable(
  'admin_recovery_codes',
  {
    adminId: text('admin_id').notNull(),
    codeHash: text('code_hash').notNull(),
    usedAt: at('used_at'),
  },
  (table) => [primaryKey({ columns: [table.adminId, table.codeHash] })],
)

/** Columns as rate-limiter-flexible names them. */
export const signInAttempts = pgTable('sign_in_attempts', {
  key: text().primaryKey(),
  points: integer().notNull().default(0),
  expire: at('expire'),
})

/** One row, id `current`, while there is no admin. */
export const setupLinks = pgTable('setup_links', {
  id: text().primaryKey(),
  nonce: text().notNull(),
  madeAt: at('made_at').notNull(),
})

export const invitations = pgTable('invitations', {
  /** Random; the link is made of it and the shop's secret. */
  id: text().primaryKey(),
  email: text().notNull(),
  role: text().$type<Role>().notNull(),
  /** The owner's id. */
  invitedBy: text('invited_by').notNull(),
  createdAt: at('created_at').notNull(),
  expiresAt: at('expires_at').notNull(),
  acceptedAt: at('accepted_at'),
  revokedAt: at('revoked_at'),
})

/** What staff should know although nobody asked; what may be in it: the messages in alerts/. */
export const alerts = pgTable('alerts', {
  id: text().primaryKey().default(sql`gen_random_uuid()::text`),
  at: at('at').notNull(),
  kind: text().notNull(),
  /** Whose account it is about; null: about the shop. */
  adminId: text('admin_id'),
  occasion: text(),
  facts: jsonb().$type<Record<string, unknown>>().notNull(),
  address: text(),
  browser: text(),
  device: text(),
  /** What it told of is over. */
  resolvedAt: at('resolved_at'),
})
