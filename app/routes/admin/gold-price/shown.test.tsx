import { expect, it } from 'vitest'
import { renderAdminPage } from '#tests/support/admin-page.tsx'
import { onBothDatabases } from '#tests/support/databases.ts'
import { sellingShop } from '#tests/support/selling-shop.ts'
import * as screen from './shown.tsx'

onBothDatabases('the screen of a price at a moment', (open) => {
  it('shows each sum, the gold price and why it stood, and says what was wrong [PROOF-09]', async () => {
    const { shop, goldBecomes, pass } = await sellingShop(await open())
    const show = (asked: string) => renderAdminPage(shop, screen, { address: `/admin?${asked}` })
    pass(10)
    await goldBecomes('140')

    // 09:05 in the shop's Seattle: before the second price.
    const then = await show('product=7&at=2026-03-11T09:05')
    expect(then.status).toBe(200)
    for (const each of [
      '14.2 g × $130.00 = $1,846.00 gold + $750.00 flat fee',
      '$2,596.00',
      'Set by a test.',
      'In effect until Mar 11, 2026, 9:10 AM PDT',
    ]) {
      expect(then.words).toContain(each)
    }
    expect(then.html).toMatch(/href="\/gold-price\/proof\/\d+"/)

    const now = await show('product=/product/7')
    expect(now.words).toContain('14.2 g × $140.00 = $1,988.00 gold + $750.00 flat fee')
    expect(now.words).toContain('In effect until Still in effect')

    expect((await show('')).status).toBe(200)
    for (const [asked, status, sentence] of [
      ['product=', 400, 'Which product?'],
      ['product=7&at=', 400, 'Choose a date and time.'],
      ['product=7&at=2026-02-30T09:00', 400, 'Choose a date and time.'],
      ['product=7&at=2027-03-11T09:05', 400, 'That time hasn’t come yet.'],
      ['product=a+ring&at=2026-03-11T09:05', 404, 'No product has this ID or web address.'],
    ] as const) {
      const refused = await show(asked)
      expect([refused.status, refused.words.includes(sentence)], asked).toEqual([status, true])
    }
    expect((await show('product=a+ring&at=2026-03-11T09:05')).html).toContain('value="a ring"')
  })
})
