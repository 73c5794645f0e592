import { load } from 'cheerio'
import { describe, expect, it } from 'vitest'
import { brand } from '#brand'
import { recastGuarantee } from '#content/pages/recast-guarantee.ts'
import { topics } from '#content/qa/index.ts'
import { testShop } from '#tests/support/shop.ts'
import { legalText, qaArticle, qaTopics, writtenPage } from './texts.ts'

const app = testShop({ db: null })

describe('written pages', () => {
  it.each(topics)('sets $id whole, with its headings [QA-02]', async ({ id }) => {
    const article = await qaArticle(app, id)
    const $ = load(article?.html ?? '')
    expect($('h1')).toHaveLength(0)
    expect(
      $('h2')
        .toArray()
        .map((h) => $(h).text()),
    ).toEqual(article?.headings.map(({ text }) => text))
    expect($.text()).not.toMatch(/[{}]|<!--|check before launch/)
    expect(article?.minutes).toBeGreaterThanOrEqual(3)
    expect($('p').last().text()).toBe('This is general information, not legal advice.')
  })

  it('knows nothing of other topics [QA-06]', async () => {
    expect(await qaArticle(app, 'nothing')).toBeNull()
    expect(await qaArticle(app, '__proto__')).toBeNull()
    expect(await qaTopics(app)).toHaveLength(7)
  })

  it.each(['privacy-policy', 'terms-and-conditions'] as const)(
    '%s has its date, an email and a Seattle address [LEGAL-01, LEGAL-02]',
    async (id) => {
      const { html, updated } = await legalText(app, id)
      expect(updated).toBe('July 30th, 2024')
      const text = load(html).text()
      expect(text).not.toContain('Last updated')
      expect(text).toContain(brand.email)
      expect(text).toMatch(/Seattle, WA/)
      expect(html).not.toContain('lawyer’s review')
    },
  )

  it('sets bodies as HTML and fills in every other text [GUAR-05]', async () => {
    const { lead, steps, sections } = await writtenPage(app, recastGuarantee)
    expect(lead).toBe(recastGuarantee.lead)
    expect(steps.steps[0].body).toContain(`<a href="mailto:${brand.email}">${brand.email}</a>`)
    expect(sections[1].body).toContain('<ul>')
    expect(await writtenPage(app, recastGuarantee)).toBe(await writtenPage(app, recastGuarantee))
  })
})
