import { eq } from 'drizzle-orm'
import { type Identity, identityAsked, identityMissing } from '#app/domain/trade-ins/identity.ts'
import type { AppContext } from '../app-context.ts'
import type { Orm } from '../platform/db/database.ts'
import { tradeInIdentities } from '../platform/db/trade-in-schema.ts'
import { seal, unseal } from '../platform/sealed-text.ts'
import type { ShopSecrets } from '../platform/secret.ts'
import type { TradeInTerms } from '../settings/trade-in-terms.ts'
import type { TradeInRow } from './change-trade-in.ts'

/** Sealed for one trade-in: it cannot be moved to another. */
const nameOf = (id: string) => `trade-in ${id}`

export const sealIdentity = ({ secret }: Pick<AppContext, 'secret'>, id: string, given: Identity) =>
  seal(secret, nameOf(id), JSON.stringify(given))

/** Null where none is noted, it was deleted, or it was sealed with another secret of the shop. */
export async function identityOf(
  orm: Orm,
  secrets: ShopSecrets,
  id: string,
): Promise<Identity | null> {
  const [found] = await orm
    .select()
    .from(tradeInIdentities)
    .where(eq(tradeInIdentities.tradeInId, id))
  const text = found ? unseal(secrets, nameOf(id), found.sealed) : null
  return text === null ? null : (JSON.parse(text) as Identity)
}

/** What the state of the seller asks for, and what of it is missing. */
export async function identityState(
  orm: Orm,
  secrets: ShopSecrets,
  { id, region }: Pick<TradeInRow, 'id' | 'region'>,
  { identityRules }: TradeInTerms,
) {
  const asked = identityAsked(identityRules, region)
  const noted = await identityOf(orm, secrets, id)
  return { asked, missing: identityMissing(asked, noted), noted: noted !== null }
}
