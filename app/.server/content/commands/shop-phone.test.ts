import { afterEach, expect, it } from 'vitest'
import { emailHtml } from '#app/.server/emails/templates/html.ts'
import { signature } from '#app/.server/emails/templates/order-parts.ts'
import { brandBecomes } from '#app/.server/platform/shop-brand.ts'
import { brandWith } from '#app/domain/content/brand-facts.ts'
import { valuesOf } from '#app/domain/content/text-field.ts'
import { organization } from '#app/ui/structured-data.ts'
import { brand } from '#brand'
import { onBothDatabases } from '#tests/support/databases.ts'
import { refusal, sellingShop } from '#tests/support/selling-shop.ts'
import { textDefinition } from '../definitions/definitions.ts'
import { contactLinks, markdown } from '../markdown.ts'
import { shopText } from '../shop-text.ts'
import { publishText } from './publish-text.ts'

const change = { text: shopText('brand'), seen: 0, draft: 0, by: 'ann@example.com' }
const facts = valuesOf(textDefinition('brand')?.fields ?? [], null)

// One process is one shop; these are many.
afterEach(() => brandBecomes(null))

onBothDatabases('the phone number of the shop', (open) => {
  it.each([
    ['(206) 555-0149 x12', '+12065550149', ';ext=12'],
    ['1-800-GOLD-999', '+18004653999', ''],
    ['+44 (0)20 7946 0958', '+442079460958', ''],
  ])(
    '%s dials right on pages, in mails and in structured data [PLACE-05]',
    async (phone, number, ext) => {
      const { shop } = await sellingShop(await open())
      const input = { ...facts, phone, 'address.postalCode': '98101 0042' }
      await publishText(shop, { ...change, typed: input })
      const link = `tel:${number}${ext}`
      expect(brand.phone).toBe(phone)
      expect(contactLinks().phone).toBe(link)
      expect(markdown('Call {phone}.').html).toContain(`href="${link}"`)
      expect(emailHtml({ subject: 'x', blocks: signature() })).toContain(`href="${link}"`)
      expect(organization('https://shop.example')).toMatchObject({
        'script:ld+json': { telephone: number, address: { postalCode: '98101-0042' } },
      })
    },
  )

  it('is refused where it cannot be dialed, and never glued together [PLACE-05]', async () => {
    const { shop } = await sellingShop(await open())
    for (const phone of ['call', '206 555 0149 12', '555-0149', '(206) 555-0149 or 0150']) {
      const refused = await refusal(publishText(shop, { ...change, typed: { ...facts, phone } }))
      expect(refused.details).toEqual({
        errors: {
          phone: expect.stringMatching(/^Please enter one complete phone number, such as/),
        },
      })
    }
  })

  it('that an older program stored without being understood is shown and leads nowhere [PLACE-05]', () => {
    brandBecomes(brandWith(brand, { phone: '555-0149' }))
    expect(contactLinks().phone).toBeUndefined()
    expect(markdown('Call {phone}.').html).toBe('<p>Call 555-0149.</p>')
  })
})
