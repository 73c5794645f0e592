import { load } from 'cheerio'
import { describe, expect, it } from 'vitest'
import { noTexts } from '#app/.server/content/read-shop-texts.ts'
import { withBrand } from '#app/.server/platform/shop-brand.ts'
import { brandWith } from '#app/domain/content/brand-facts.ts'
import type { GoldPrice } from '#app/domain/gold-price/gold-price.ts'
import { defaultBrand } from '#brand'
import { goldPrice } from '#tests/support/gold-prices.ts'
import { renderPage } from '#tests/support/page.tsx'
import { testShop } from '#tests/support/shop.ts'
import * as contact from './contact.tsx'
import * as home from './home.tsx'
import * as story from './our-story.tsx'

const pages = { '/': home, '/our-story': story, '/contact': contact } as const
const shown = async (
  path: keyof typeof pages,
  saved: Record<string, string>,
  gold: GoldPrice | null = null,
) => {
  const app = testShop({ db: null })
  app.cache.goldPrice = gold
  // What was made of the texts under another name is not used again.
  app.cache.texts = { ...noTexts }
  const facts = brandWith(defaultBrand, saved)
  const { html } = await withBrand(facts, () =>
    renderPage(app, pages[path], { path: path.slice(1) || '/', address: path }),
  )
  return load(html)
}

describe('who makes the pieces', () => {
  it.each(['/', '/our-story', '/contact'] as const)(
    'is shown on %s as staff entered it, and what they did not is hidden [STORY-05]',
    async (path) => {
      expect((await shown(path, {}))('#maker')).toHaveLength(0)
      const named = await shown(path, { founder: 'Ann Maker' })
      expect(named('#maker').text()).toBe('Ann Maker')
      expect(named('section[aria-labelledby=maker]').text()).toBe('Ann Maker')
      const whole = await shown(path, {
        workshop: 'Three benches and a kiln.',
        'address.street': '12 Pike Street',
      })
      const words = whole('section[aria-labelledby=maker]').text()
      expect(words).toContain('Our workshop')
      expect(words).toContain('Three benches and a kiln.')
      expect(words).toContain('12 Pike Street, Seattle, WA')
    },
  )

  it('signs the founder’s message by name, or not at all [STORY-05]', async () => {
    const signed = await shown('/our-story', { founder: 'Ann Maker' })
    expect(signed('section[aria-labelledby=founder]').text()).toMatch(/Ann Maker$/)
    const unsigned = await shown('/our-story', {})
    expect(unsigned('section[aria-labelledby=founder]').text()).toMatch(
      /A real person will answer\.$/,
    )
    expect(unsigned.root().text()).not.toContain('The founder')
  })
})

describe('Our Story', () => {
  it('says how a price is made as it is made now [STORY-07]', async () => {
    const section = 'section[aria-labelledby=what-we-make]'
    const live = (await shown('/our-story', {}))(section).text()
    expect(live).toContain('The price is the Comex spot price of gold on the day you buy')
    const bySet = (await shown('/our-story', {}, goldPrice({ source: 'admin-exact' })))(section)
    expect(bySet.text()).toContain('The price is the weight at the gold price we set that day')
    expect(bySet.text()).not.toContain('Comex')
  })

  it.each(['/our-story', '/contact'] as const)(
    '%s says what its pictures are [FACTS-36]',
    async (path) => {
      expect((await shown(path, {}))('main').text()).toContain('Pictures are renderings.')
    },
  )
})
