import { afterEach, expect, it } from 'vitest'
import { brandBecomes } from '#app/.server/platform/shop-brand.ts'
import { valuesOf } from '#app/domain/content/text-field.ts'
import { brand } from '#brand'
import { customWork } from '#content/pages/custom-work.ts'
import { guarantees } from '#content/pages/guarantees.ts'
import { recastGuarantee } from '#content/pages/recast-guarantee.ts'
import { onBothDatabases } from '#tests/support/databases.ts'
import { refusal, sellingShop } from '#tests/support/selling-shop.ts'
import { textDefinition } from '../definitions/definitions.ts'
import { homePage, legalText, qaArticle, writtenPage } from '../queries/texts.ts'
import { shopText } from '../shop-text.ts'
import { publishText } from './publish-text.ts'

// One process is one shop; these are many.
afterEach(() => brandBecomes(null))

const typedFor = (key: string, more: Record<string, string>) => ({
  ...valuesOf(textDefinition(key)?.fields ?? [], null),
  ...more,
})
const first = { seen: 0, draft: 0, by: 'ann@example.com' }

onBothDatabases('a promise of the shop', (open) => {
  it('is the specification’s until an owner sets another, and every text follows at once [PROMISE-01]', async () => {
    const { shop } = await sellingShop(await open())
    const everything = async () =>
      JSON.stringify([
        await writtenPage(shop, guarantees),
        await writtenPage(shop, recastGuarantee),
        await writtenPage(shop, customWork),
        await homePage(shop),
        await legalText(shop, 'terms-and-conditions'),
        await qaArticle(shop, 'trade-sanctions'),
        await qaArticle(shop, 'wear-aging-process'),
      ])
    const plain = (html: string) => html.replace(/<[^>]+>|\u2060|[\u2011]/g, '-')
    const before = await everything()
    expect(before).toMatch(/50% of production cost/)
    expect(before).toMatch(/20% research and restocking fee/)
    expect(plain(before)).toMatch(/30.45.business.days/)
    expect(before).not.toMatch(/\{(recastPrice|customTime|restockingFee)\}/)
    const input = typedFor('brand', {
      ...{ recastPrice: '40%', customTime: '60 business days', restockingFee: '15%' },
      deposit: '30%',
    })
    await publishText(shop, { ...first, text: shopText('brand'), typed: input })
    const after = await everything()
    expect(after).toMatch(/40% of production cost/)
    expect(after).toMatch(/15% research and restocking fee/)
    expect(after).toContain('60 business days')
    for (const old of [/50% of production/, /20% research/, /30.45/]) expect(after).not.toMatch(old)
    expect(brand.deposit).toBe('30%')
  })

  it('is what its field shows, whatever else was saved [PROMISE-02]', async () => {
    const { shop } = await sellingShop(await open())
    const own = { name: 'Own Gold', 'address.street': '1 Pike Street' }
    await publishText(shop, { ...first, text: shopText('brand'), typed: typedFor('brand', own) })
    const { address, ...facts } = brand
    const inUse = Object.entries(address).map(([name, value]) => [`address.${name}`, value])
    const shown = typedFor('brand', own)
    expect({ ...facts, ...Object.fromEntries(inUse) }).toMatchObject(shown)
    expect(brand.parcels).not.toBe('')
    expect((await legalText(shop, 'terms-and-conditions')).html).toContain(brand.parcels)
  })

  it('is not left out of a text that makes it [PROMISE-01, TEXTS-04]', async () => {
    const { shop } = await sellingShop(await open())
    const key = 'page-recast-guarantee'
    const input = typedFor(key, {})
    const without = Object.fromEntries(
      Object.entries(input).map(([name, text]) => [name, text.replaceAll('{recastPrice}', '50%')]),
    )
    const refused = await refusal(
      publishText(shop, { ...first, text: shopText(key), typed: without }),
    )
    expect(JSON.stringify(refused.details)).toContain('{recastPrice}')
  })
})
