import type { MessageState } from '#app/contracts/messages/message.ts'
import type { Role } from '#app/domain/access/rights.ts'
import type { TextChange } from '#app/domain/content/text-field.ts'
import type { OrderStep } from '#app/domain/fulfillment/work-status.ts'
import type { BuyerPart } from '#app/domain/orders/buyer.ts'
import type { FieldChange } from '#app/domain/text/field-changes.ts'
import type { TextVersionKind } from '../platform/db/texts-schema.ts'
import type { TradeInActions } from './trade-in-actions.ts'

export type SecondFactor = 'code' | 'recovery_code' | 'passkey'

/** Field by field what was changed; older entries have none. */
type Changed = { changes?: FieldChange[] }

type MessageTarget = { target: { type: 'message'; id: string } }
type AdminTarget = { target: { type: 'admin'; id: string } }
type ProductEvent = { target: { type: 'product'; id: string }; facts: { name: string } }
/** `part` of `parts`: a change of many products is recorded in several entries. */
type ProductsEvent = {
  target: { type: 'product_change'; id: string }
  facts: {
    title: string
    pieces: number
    part: number
    parts: number
    changes: { id: string; name: string; before: object; after: object }[]
  }
}
/** A picture of the library, by the name of the file it came from. */
type MediaEvent = { target: { type: 'media'; id: string }; facts: { name: string } }
type OrderEvent<Facts = { reason: string }> = {
  target: { type: 'order'; id: string }
  facts: { number: string } & Facts
}
type Sum = { amountCents: number | null; currency: string | null }
/** Prices in ten-thousandths of a dollar. */
type FetchedPrice = { facts: { perOunce: number; source: string; reason: string | null } }

/** By its name. Older entries have no kind, and are about texts of the shop. */
type TextFacts = { text: string; kind?: TextVersionKind }

/** Everything that is recorded. Never a secret in any of it. */
export type Actions = TradeInActions & {
  /** Older entries have no role: every admin was an owner. */
  'admin.created': AdminTarget & { facts: { role?: Role } }
  'admin.removed': AdminTarget & { facts: { role?: Role } }
  'admin.role_changed': AdminTarget & { facts: { before: Role; after: Role } }
  /** `until`: ISO 8601. */
  'admin.invited': AdminTarget & { facts: { role: Role; until: string } }
  'admin.invitation_revoked': AdminTarget & { facts: { role: Role } }
  'admin.invitation_mail_retried': AdminTarget
  'admin.invitation_accepted': AdminTarget & { facts: { role: Role; invitedBy: string } }
  'admin.second_factor_reset': AdminTarget
  'admin.signed_in': { facts: { factor: SecondFactor } }
  'admin.sign_in_failed': AdminTarget & { facts: { wrong: 'credentials' | 'code' } }
  'admin.signed_out': object
  'admin.password_changed': { facts: { factor: SecondFactor; otherSessionsEnded: number } }
  /** `factor` null: by the command on the server. */
  'admin.password_reset': AdminTarget & {
    facts: { factor: SecondFactor | null; sessionsEnded: number }
  }
  'admin.password_reset_failed': AdminTarget
  'admin.password_change_failed': { facts: { wrong: 'current' | 'code' } }
  'admin.account_change_failed': {
    facts: {
      wrong: 'current' | 'code'
      change: 'email' | 'recovery_codes' | 'second_factor' | 'passkey' | 'colleague'
    }
  }
  'admin.sessions_ended': { facts: { count: number } }
  'admin.factor_confirmed': { facts: { factor: SecondFactor } }
  'admin.factor_not_confirmed': object
  'admin.email_change_asked': { facts: { to: string } }
  'admin.email_change_canceled': { facts: { to: string; sessionsEnded: number } }
  'admin.email_changed': { facts: { from: string; to: string } }
  'admin.recovery_codes_renewed': object
  'admin.second_factor_changed': object
  'admin.passkey_added': { facts: { name: string } }
  'admin.passkey_renamed': { facts: { from: string; to: string } }
  'admin.passkey_removed': { facts: { name: string } }
  'product.created': ProductEvent
  'product.updated': { target: ProductEvent['target']; facts: ProductEvent['facts'] & Changed }
  'product.deleted': ProductEvent
  'product.copied': {
    target: { type: 'product'; id: string }
    facts: { name: string; from: string }
  }
  'product.switched': {
    target: { type: 'product'; id: string }
    facts: { name: string; what: 'active' | 'featured'; before: boolean; after: boolean }
  }
  'products.changed': ProductsEvent
  'products.change_undone': ProductsEvent
  'media.uploaded': MediaEvent
  'media.changed': { target: MediaEvent['target']; facts: MediaEvent['facts'] & Changed }
  'media.deleted': MediaEvent
  /** A parcel was sent; with its pieces where they were not the whole order. */
  'order.fulfilled': OrderEvent<{
    tracking: string
    pieces?: number
    ordered?: number
    note?: string
  }>
  'order.ready_for_pickup': OrderEvent<{ pieces: number }>
  /** `left`: how many more codes may be entered. */
  'order.pickup_code_wrong': OrderEvent<{ left: number }>
  'order.step_changed': OrderEvent<{ from: OrderStep | null; to: OrderStep }>
  'order.parcel_delivered': OrderEvent<{ tracking: string; delivered: boolean }>
  /** Which lines of its address are not those of the order, and never what they are. */
  'order.label_bought': OrderEvent<{
    service: string
    tracking: string
    costCents: number
    note?: string
  }>
  'order.label_given_up': OrderEvent<{ service: string }>
  'order.label_voided': OrderEvent<{ service: string; tracking: string }>
  'order.tracking_corrected': OrderEvent<{ from: string | null; to: string }>
  'order.canceled': OrderEvent
  /** Which parts, and never what they are. */
  'order.buyer_corrected': OrderEvent<{ changed: BuyerPart[]; linkReplaced?: boolean }>
  'order.certificates_printed': OrderEvent<{ serials: string[] }>
  'order.certificate_changed': OrderEvent<{ serial: string; what: string; reason: string }>
  'order.claim_code_made': OrderEvent<{ serial: string; reason: string }>
  /** Days: `2026-11-30`. */
  'order.delay_told': OrderEvent<{ from: string; to: string; reason: string }>
  'order.delay_agreed': OrderEvent
  'order.return_opened': OrderEvent<{ pieces: string; exception?: string }>
  'order.return_moved': OrderEvent<{ to: string; what: string }>
  'order.weighed': OrderEvent<{ what: string }>
  'order.engraving_corrected': OrderEvent<{ what: string }>
  'order.weight_settled': OrderEvent
  'order.weight_approved': OrderEvent
  'order.weight_undone': OrderEvent
  'order.pieces_decided': OrderEvent<{ what: string }>
  'order.held_payment_accepted': OrderEvent<{ reason: string; accepted: Sum; due: Sum }>
  'order.hold_settled': OrderEvent
  'order.dispute_reviewed': OrderEvent
  'order.refund_requested': OrderEvent<{ refund: string; amountCents: number; reason: string }>
  'order.refund_declined': OrderEvent<{ amountCents: number; reason: string }>
  'order.made_by_staff': OrderEvent<{ totalCents: number; taxCents: number; goldPrice: number }>
  'order.cash_report_filed': OrderEvent<{ sumCents: number; crossedOn: string }>
  'order.payment_recorded': OrderEvent<{ kind: string; amountCents: number; receivedOn: string }>
  /** `until`: ISO 8601. */
  'order.pay_link_made': OrderEvent<{ kind: string; amountCents: number; until: string }>
  'order.pay_link_closed': OrderEvent<object>
  'order.edited': OrderEvent<{ what: string; dueCents: number; reason: string }>
  'order.edit_waits': OrderEvent<{ what: string; dueCents: number; reason: string }>
  'order.edit_canceled': OrderEvent
  'order.stage_changed': OrderEvent<{ from: string; to: string }>
  'order.gold_fixed': OrderEvent<{ before: number; totalCents: number; goldPrice: number }>
  'payment.attached': OrderEvent<{ payment: string | null; sum: Sum; outcome: string }>
  'payment.refund_requested': {
    target: { type: 'payment'; id: string }
    facts: { payment: string | null; sum: Sum; refund: string; reason: string }
  }
  'payment.buyer_erased': {
    target: { type: 'payment'; id: string }
    facts: { payment: string | null }
  }
  'payment.noted': {
    target: { type: 'payment'; id: string }
    facts: { payment: string | null; sum: Sum; note: string; settles: boolean }
  }
  'message.answered': MessageTarget
  'message.moved': MessageTarget & { facts: { from: MessageState; to: MessageState } }
  'message.mail_retried': MessageTarget
  'message.deleted': MessageTarget
  /** `list`: orders, payments or customers, as a file. */
  'customer.list_exported': { facts: { list: string } }
  'customer.noted': { target: { type: 'customer'; id: string } }
  'customer.note_deleted': { target: { type: 'customer'; id: string } }
  'order.hold_released': OrderEvent<{ kind: string; reason: string; checks: string[] }>
  'order.reversed_closed': OrderEvent<{ reason: string }>
  'order.evidence_exported': OrderEvent<{ format: 'pdf' | 'json' }>
  'order.buyer_erased': OrderEvent<object>
  'order.buyer_exported': OrderEvent<object>
  'order.mail_retried': OrderEvent<{ kind: string }>
  'order.mail_dismissed': OrderEvent<{ kind: string }>
  'order.confirmation_sent_again': OrderEvent<object>
  'order.mails_sent_to_new_address': OrderEvent<{ count: number }>
  'gold_price.set': {
    facts: {
      perGram: number
      before: { perGram: number; source: string }
      voidsEarlier: boolean
    }
  }
  'gold_price.fetched': FetchedPrice
  'gold_price.accepted': FetchedPrice
  'gold_price.rejected': FetchedPrice
  /** `perGram`, `source`: of the last of the withdrawn prices. `stands`: what the shop sells at since. */
  'gold_price.withdrawn': {
    facts: {
      perGram: number
      source: string
      prices: number
      toDecide: number
      reason: string
      stands: number
    }
  }
  /** By the ids of the keys. */
  'signing_key.rotated': { facts: { id: string; retired: string | null } }
  'order.price_honored': OrderEvent
  'selling.stopped': { facts: { message: string } }
  'selling.resumed': object
  'selling.opened': object
  /** The maker's own gold; `what`: as a sentence says it. */
  'metal.began': { facts: { what: string } }
  'metal.entered': { facts: { what: string } }
  'metal.taken_back': { facts: { what: string; reason: string } }
  'metal.limits_saved': { facts: { what: string } }
  'settings.shipping_updated': {
    facts: {
      processingTime: string
      shippingTime: string
      shippingCost: string
      processingDays?: number
    } & Changed
  }
  'settings.shipping_methods_updated': {
    facts: { express: boolean; international: boolean; pickup: boolean } & Changed
  }
  'settings.journal_accounts_updated': { facts: { accounts: string[]; taxRate: string } & Changed }
  /** `from`, `to`: days. */
  'settings.return_terms_updated': {
    facts: {
      from: number
      to: number
      toleranceMg: number
      instructions: string
      takesEngraved?: boolean
    } & Changed
  }
  /** In percent. */
  'settings.bank_discount_updated': {
    facts: { from: string; to: string; wireDays?: { from: number; to: number } }
  }
  /** The terms in words; `before` is null for a new code. */
  'discount.saved': { facts: { code: string; before: string | null; after: string } }
  'discount.stopped': { facts: { code: string } }
  'discount.resumed': { facts: { code: string } }
  'settings.paracord_updated': {
    facts: { enabled: boolean; colors: string[]; message: string } & Changed
  }
  'settings.cart_reminder_updated': { facts: { enabled: boolean; hours: number } & Changed }
  'settings.newsletter_updated': { facts: { enabled: boolean; sentence: string } & Changed }
  'newsletter.removed': { facts: Record<string, never> }
  'settings.sales_tax_updated': {
    facts: { enabled: boolean; states: string[]; taxCode: string } & Changed
  }
  'settings.risk_updated': {
    facts: {
      highValueCents: number
      compareCountries: boolean
      threeDSecureCents: number
      /** Older entries have none. */
      weightToleranceMg?: number
      weightLimitPermille?: number
      weightSecondReadingCents?: number
      weightWorkshopCents?: number
    } & Changed
  }
  /** By the names of the settings, never with a value. */
  /** Those to staff that could not be sent. */
  'settings.unsent_mails_dismissed': { facts: { count: number } }
  'settings.saved': { facts: { group: string; saved: string[]; removed: string[] } }
  'settings.mail_tested': { facts: { to: string } }
  /** In older entries alone: such a text is now published as one of the shop is. */
  'mail_text.saved': { facts: { mail: string; version: number; builtIn: boolean } & Changed }
  'text.published': {
    facts: TextFacts & { version: number; changes: TextChange[] }
  }
  /** `from`: an earlier version, or null for the text that the program comes with. */
  'text.taken_back': {
    facts: TextFacts & { version: number; from: number | null; changes: TextChange[] }
  }
  /** By somebody who knows, such as a lawyer. */
  'text.read': { facts: { text: string; version: number } }
  'text.draft_discarded': { facts: TextFacts }
  'redirect.added': { facts: { path: string; target: string } }
  'redirect.deleted': { facts: { path: string; target: string } }
  'mail_text.tested': { facts: { mail: string; to: string } }
  'backup.written': { target: { type: 'backup'; id: string } }
  'backup.downloaded': { target: { type: 'backup'; id: string } }
  'backup.records_downloaded': { target: { type: 'backup'; id: string } }
  'backup.restored': { target: { type: 'backup'; id: string }; facts: { mailsHeld: number } }
}
