import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { and, asc, eq } from 'drizzle-orm'
import { wasPaid } from '#app/domain/orders/order-state.ts'
import type { AppContext } from '../app-context.ts'
import type { Orm } from '../platform/db/database.ts'
import { type OrderRow, orderHistory } from '../platform/db/schema.ts'
import { derived, readableSecrets } from '../platform/secret.ts'

/**
 * The link to an order is kept in emails and histories of browsers for years. So long after it was sent the
 * page hides who bought it and where it went, until the buyer confirms the link by an email [PRIVACY-05].
 */
export const hiddenAfterDays = 60

/** What buyers ask a link for by email: how the occasion of that email begins, and where the link leads [RETURN-05, TRADE-52]. */
const linkRequests = {
  'to see it': { begins: '', page: '', label: 'View your order' },
  'to return': { begins: 'return:', page: '/return', label: 'Return a piece' },
  'to trade in': { begins: 'trade-in:', page: '/trade-in', label: 'See your offers' },
} as const
export type LinkRequest = keyof typeof linkRequests

/** At most one email an hour for each. */
export const linkOccasion = (request: LinkRequest, now: Date): string =>
  `${linkRequests[request].begins}${now.toISOString().slice(0, 13)}`

/** Where the link of an email of this occasion leads. */
export function linkOf(occasion: string) {
  const { 'to see it': toSee, ...others } = linkRequests
  return Object.values(others).find(({ begins }) => occasion.startsWith(begins)) ?? toSee
}

/** How long a confirmed link shows them. */
export const confirmedMinutes = 60

/** The last part of the address of an order's page: anyone who has it can read the order. */
export const newOrderToken = () => randomBytes(24).toString('base64url')

/** What the links depend on that the shop signs for an order. */
export type LinkedOrder = Pick<OrderRow, 'linkVersion' | 'token'>

/**
 * What the shop signs in a link about an order that is not its page (to pay, to answer a delay): once
 * the order's token is replaced, those from before are no longer accepted [PRIVACY-10]. The version alone
 * would come back after a backup was restored; the token is random [PRIVACY-11].
 */
export const signedSubject = (id: string, { linkVersion, token }: LinkedOrder) =>
  linkVersion === 0 ? id : `${id} ${linkVersion} ${token}`

export async function isAddressHidden(
  orm: Orm,
  { id, state }: Pick<OrderRow, 'id' | 'state'>,
  now: Date,
): Promise<boolean> {
  if (state !== 'fulfilled' && state !== 'refunded') return false
  const [sent] = await orm
    .select({ at: orderHistory.at })
    .from(orderHistory)
    .where(and(eq(orderHistory.orderId, id), eq(orderHistory.toState, 'fulfilled')))
    .orderBy(asc(orderHistory.id))
    .limit(1)
  return sent !== undefined && now.getTime() - sent.at.getTime() >= hiddenAfterDays * 86_400_000
}

/** The address of the order's page that shows all, or of its returns or trade-ins, for an hour. */
export function confirmedLink(
  app: AppContext,
  { id, token }: Pick<OrderRow, 'id' | 'token'>,
  page: (typeof linkRequests)[LinkRequest]['page'] = '',
): string {
  const until = Math.floor(app.now().getTime() / 1000) + confirmedMinutes * 60
  const link = new URL(`/order/${token}${page}`, app.publicUrl)
  link.searchParams.set('confirmed', `${until}.${signature(app.secret, id, until)}`)
  return link.href
}

export function isConfirmed(app: AppContext, id: string, confirmed: string | null): boolean {
  const [until = '', given = ''] = (confirmed ?? '').split('.')
  if (!/^\d{1,12}$/.test(until) || Number(until) * 1000 <= app.now().getTime()) return false
  return readableSecrets(app).some((secret) => isSame(given, signature(secret, id, Number(until))))
}

function signature(secret: string, id: string, until: number): string {
  return createHmac('sha256', derived(secret, 'order-link/v1'))
    .update(`${id} ${until}`)
    .digest('base64url')
}

function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}

/** Where a test payment that was made is refunded or disputed, as its provider would; else null. */
export function testProviderPath(
  { payments }: Pick<AppContext, 'payments'>,
  order: Pick<OrderRow, 'paymentProvider' | 'paymentSession' | 'state'>,
): string | null {
  const { paymentProvider, paymentSession, state } = order
  const isTest = payments?.provider === 'test' && paymentProvider === 'test'
  if (!isTest || paymentSession === null || !wasPaid(state)) return null
  return `/test-payment/${paymentSession}/provider`
}
