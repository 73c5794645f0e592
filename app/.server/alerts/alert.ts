import type { accountAlerts } from './account-alert-messages.ts'
import type { shopAlerts } from './shop-alert-messages.ts'

type FactsOf<Table extends Record<string, (facts: never) => AlertMessages>> = {
  [K in keyof Table]: Parameters<Table[K]> extends [infer Facts] ? Facts : object
}
type AccountAlerts = FactsOf<typeof accountAlerts>
type ShopAlerts = FactsOf<typeof shopAlerts>
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

/** What happened. What the reader is told of it, and of which facts, is in account- and shop-alert-messages.ts. */
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
