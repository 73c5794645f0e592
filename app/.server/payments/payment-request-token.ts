import { eq } from 'drizzle-orm'
import { type LinkedOrder, signedSubject } from '../orders/order-link.ts'
import { findOrder } from '../orders/repository.ts'
import type { Orm } from '../platform/db/database.ts'
import { paymentRequestLinks } from '../platform/db/draft-order-schema.ts'
import type { OrderRow } from '../platform/db/schema.ts'
import { isSameText, linkHmac, readableSecrets, type ShopSecrets } from '../platform/secret.ts'

export type PaymentRequestRow = typeof paymentRequestLinks.$inferSelect

const purpose = 'pay-link/v1'

/** The last part of a link's address: nobody who reads the database can write it. */
const paymentRequestToken = (
  { secret }: Pick<ShopSecrets, 'secret'>,
  id: string,
  order: LinkedOrder,
) => `${id}.${linkHmac(secret, purpose, signedSubject(id, order))}`

export function paymentRequestPath(
  secrets: Pick<ShopSecrets, 'secret'>,
  id: string,
  order: LinkedOrder,
): string {
  return `/pay/${paymentRequestToken(secrets, id, order)}`
}

/** What a token asks for, and its order; null where the shop did not sign it, or has replaced it since. */
export async function requestOfToken(
  orm: Orm,
  secrets: ShopSecrets,
  token: string,
): Promise<{ link: PaymentRequestRow; order: OrderRow } | null> {
  const [, id, signature] = /^([\w-]{22})\.([\w-]{43})$/.exec(token) ?? []
  if (id === undefined || signature === undefined) return null
  const link = await findPaymentRequestLink(orm, 'id', id)
  const order = link && (await findOrder(orm, 'id', link.orderId))
  if (!order) return null
  const isOurs = readableSecrets(secrets).some((secret) =>
    isSameText(signature, linkHmac(secret, purpose, signedSubject(id, order))),
  )
  return isOurs ? { link, order } : null
}

export async function findPaymentRequestLink(
  orm: Orm,
  column: 'id' | 'key' | 'session',
  value: string,
): Promise<PaymentRequestRow | null> {
  const [link] = await orm
    .select()
    .from(paymentRequestLinks)
    .where(eq(paymentRequestLinks[column], value))
  return link ?? null
}
