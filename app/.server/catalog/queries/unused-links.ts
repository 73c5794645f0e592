import { sql } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { rows } from '#app/.server/platform/db/database.ts'
import { withFallback } from '#app/.server/platform/db/with-fallback.ts'
import { parseGoldSize } from '#app/domain/catalog/gold-size.ts'
import { isAllowedPaymentLink } from '#app/domain/catalog/payment-link.ts'

const maxNamed = 3

/** A sentence about stored payment links that the shop does not use [LINK-02]; null where there are none. */
export async function unusedLinksNotice(app: AppContext): Promise<string | null> {
  const read = await withFallback(app, ({ orm }) =>
    rows<{ product: string; name: string; option: string }>(
      orm,
      sql`select p.name as product, a.name, a.option
          from product_attributes a join products p on p.id = a.product_id
          where a.name like 'Gold Size:%' and a.option ~* 'stripe link:'
          order by p.name, a.name`,
    ),
  )
  const { paymentLinkHosts } = app.config
  const unused = (read?.value ?? []).flatMap(({ product, name, option }) => {
    const size = parseGoldSize({ name, option })
    if (!size?.checkoutLink || isAllowedPaymentLink(size.checkoutLink, paymentLinkHosts)) return []
    return [`${product}, ${size.size} (${new URL(size.checkoutLink).host})`]
  })
  if (unused.length === 0) return null
  const named = unused.slice(0, maxNamed).join('; ')
  const more = unused.length > maxNamed ? '; and others' : ''
  return `Ignored payment links, because they lead to a payment page this shop doesn’t allow: ${named}${more}.`
}
