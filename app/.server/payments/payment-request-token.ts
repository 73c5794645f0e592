import { eq } from 'drizzle-orm'
import type { Orm } from '../platform/db/database.ts'
import { paymentRequestLinks } from '../platform/db/draft-order-schema.ts'
import { isSameText, linkHmac, readableSecrets, type ShopSecrets } from '../platform/secret.ts'

export type PaymentRequestRow = typeof paymentRequestLinks.$inferSelect

const purpose = 'pay-link/v1'

/** The last part of a link's address: nobody who reads the database can write it. */
const paymentRequestToken = ({ secret }: Pick<ShopSecrets, 'secret'>, id: string) =>
  `${id}.${linkHmac(secret, purpose, id)}`

export function paymentRequestPath(secrets: Pick<ShopSecrets, 'secret'>, id: string): string {
  return `/pay/${paymentRequestToken(secrets, id)}`
}

/** The id in a token that this shop has signed; null for anything else. */
export function idOfToken(secrets: ShopSecrets, token: string): string | null {
  const [, id, signature] = /^([\w-]{22})\.([\w-]{43})$/.exec(token) ?? []
  if (id === undefined || signature === undefined) return null
  const isOurs = readableSecrets(secrets).some((secret) =>
    isSameText(signature, linkHmac(secret, purpose, id)),
  )
  return isOurs ? id : null
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
