import type { Role } from '#app/domain/access/rights.ts'
import type { PriceChange } from '#app/domain/catalog/price-change.ts'
import type { PricePerGram } from '#app/domain/gold-price/rates.ts'
import type { Cents } from '#app/domain/money/cents.ts'
import type { OfflineKind } from '#app/domain/payments/offline-payment.ts'
import type { Day } from '#app/domain/time/day.ts'

/** Something about an admin's account; its owner is told. */
type AccountAlerts = {
  'sign-in-new-device': object
  /** `at`: where the codes were typed, if not at signing in; the emailed link and a session need no password. */
  'right-password-wrong-code': { at?: 'password link' | 'session' }
  /** By an emailed link and a second factor, or by the command; else by its owner on the Account page. */
  'password-changed': { by?: 'link' | 'command' }
  /** `by`: who reset it. */
  'second-factor-changed': {
    by?: string
    change:
      | 'reset'
      | 'another authenticator app'
      | 'new recovery codes'
      | 'passkey added'
      | 'passkey removed'
  }
  /** Told to the old address. */
  'email-changed': { before: string; after: string }
}

/** Something about the shop; every owner is told. `by`: the email address or command that did it. */
type ShopAlerts = {
  'gold-price-set': { by: string; perGram: PricePerGram; before: PricePerGram }
  'payment-link-changed': {
    by: string
    product: { id: string; name: string }
    /** By size, without `https://`; null where there is no link. */
    links: { size: string; before: string | null; after: string | null }[]
  }
  /** Beyond 20%. `change`: of many products; `products`: how many; `largest`: the one whose price or weight moved the most. */
  'prices-changed': {
    by: string
    change: string | null
    products: number
    largest: PriceChange & { product: { id: string; name: string }; before: Cents }
  }
  /** Money that staff say they took themselves. */
  'payment-recorded': {
    by: string
    order: { id: string; number: string }
    amountCents: Cents
    kind: OfflineKind
  }
  /** `fileBy`: the last day to file it. */
  'cash-report-due': { order: { id: string; number: string }; fileBy: Day; isOverdue: boolean }
  'staff-invited': { by: string; email: string; role: Role }
  'staff-added': { by: string; email: string; role: Role }
  'staff-removed': { by: string; email: string; role: Role }
  /** By a colleague, on the Staff page; whose it is has an alert of the account besides. */
  'staff-factor-reset': { by: string; email: string }
  'staff-role-changed': { by: string; email: string; before: Role; after: Role }
  /** ISO 8601; null: never. */
  'backups-missing': { lastAt: string | null }
  'dispute-opened': { order: { id: string; number: string } }
  /** `what`: as staff call it, `A dispute over $10.00 USD (fraudulent)`. */
  'unknown-payment-disputed': { what: string; reference: string }
  'restore-rehearsal-failed': { why: string }
  'books-disagree': { found: string }
  'feeds-disagree': { found: string }
  /** ISO 8601: from when the newest gold price is. */
  'gold-price-too-old': { takenAt: string }
  /** `perGram`: of the last of the withdrawn prices; `toDecide`: orders that were paid at them. */
  'gold-price-withdrawn': {
    by: string
    perGram: PricePerGram
    prices: number
    toDecide: number
    reason: string
  }
  /** It was paid after the price was withdrawn. */
  'paid-at-withdrawn-price': { order: { id: string; number: string } }
  /** Paid; which parts neither the payment nor its provider named, as on its page. */
  'order-without-address': { order: { id: string; number: string }; missing: string[] }
  /** `field`: which has a letter that no typeface here has. */
  'paper-not-printed': { order: { id: string; number: string }; paper: string; field: string }
  /** `why`: the end of a sentence, in the provider's words where it has some. */
  'checkout-refused': { why: string }
  /** Stripe's own events, whose signature is not by the shop's signing secret. */
  'webhook-refused': object
  'selling-stopped': { by: string }
  /** By the names of the settings, never with a value. */
  'settings-saved': { by: string; group: string; saved: string[]; removed: string[] }
  'selling-resumed': { by: string }
  'shop-opened': { by: string }
  /** `lossCents`: what the grams cost more now than their buyers paid; below zero, less. */
  'metal-beyond-limit': { toBuyMg: number; lossCents: number; isTest: boolean }
}

type Kinds = AccountAlerts & ShopAlerts
type AlertKind = keyof Kinds

/**
 * Ordinary work: no alert to the owner who did it. Whatever moves money, keys or access is told to its actor,
 * too, since it may be somebody else with that owner's session [ALERT-08].
 */
export const silentToActor = [
  'gold-price-set',
  'gold-price-withdrawn',
  'payment-recorded',
  'prices-changed',
  'selling-resumed',
  'selling-stopped',
  'shop-opened',
] as const satisfies AlertKind[]

/** What happened, as the reader is told: see alert-words.ts. */
export type AlertContent = { [K in AlertKind]: { kind: K; facts: Kinds[K] } }[AlertKind]

/** The network address, and what the browser calls itself. */
export type AlertOrigin = { address: string; userAgent: string | null }

/** What raiseAlert is given. Never a secret, and nothing of a buyer, in any of it. */
export type NewAlert = {
  at: Date
  from?: AlertOrigin | undefined
  /** Where the same is found again and again, it is told once for each occasion. */
  occasion?: string
} & (
  | {
      [K in keyof AccountAlerts]: {
        kind: K
        account: { id: string; email: string }
        facts: AccountAlerts[K]
        /** The id in the known-device cookie that was given along; there it need not be shown. */
        device?: string
      }
    }[keyof AccountAlerts]
  | {
      [K in keyof ShopAlerts]: {
        kind: K
        facts: ShopAlerts[K]
      }
    }[keyof ShopAlerts]
)

export type AlertMessages = {
  subject: string
  /** What happened, a sentence or two; email and health strip say the same. */
  sentence: string
  /** What to do, where it was not meant to be. */
  advice: string
  /** The screen to look at, and what it is called. */
  screen: { label: string; path: string }
}
