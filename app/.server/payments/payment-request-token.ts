import { eq } from 'drizzle-orm'
import type { Orm } from '../platform/db/database.ts'
import { payLinks } from '../platform/db/draft-order-schema.ts'
import { isSameText, linkHmac, readableSecrets, type ShopSecrets } from '../platform/secret.ts'

export type PayLinkRow = typeof payLinks.$inferSelect

const purpose = 'pay-link/v1'

/** The last part of a link's address: nobody who reads the database can write it. */
const payLinkToken = ({ secret }: Pick<ShopSecrets, 'secret'>, id: string) =>
  `${id}.${linkHmac(secret, purpose, id)}`

export function payLinkPath(secrets: Pick<ShopSecrets, 'secret'>, id: string): string {
  return `/pay/${payLinkToken(secrets, id)}`
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

export async function findPayLink(
  orm: Orm,
  column: 'id' | 'key' | 'session',
  value: string,
): Promise<PayLinkRow | null> {
  const [link] = await orm.select().from(payLinks).where(eq(payLinks[column], value))
  return link ?? null
}
