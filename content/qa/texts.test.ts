import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { brand, defaultBrand } from '#brand'
import { page as journalPage, posts } from '#content/journal/index.ts'
import { legalTexts } from '#content/legal/index.ts'
import { contact } from '#content/pages/contact.ts'
import { customWork as writtenCustomWork } from '#content/pages/custom-work.ts'
import { guarantees as writtenGuarantees } from '#content/pages/guarantees.ts'
import { home as writtenHome } from '#content/pages/home.ts'
import { laserWeightGuarantee } from '#content/pages/laser-weight-guarantee.ts'
import { materialGuarantee } from '#content/pages/material-guarantee.ts'
import { ourStory } from '#content/pages/our-story.ts'
import { recastGuarantee as writtenRecastGuarantee } from '#content/pages/recast-guarantee.ts'
import { nextSteps, page as qaPage, topics as writtenTopics } from '#content/qa/index.ts'

const content = join(import.meta.dirname, '..')

/** With the promises as the shop comes with them; who it is stays open, for the checks of that. */
const promised = <Text>(text: Text): Text =>
  JSON.parse(
    JSON.stringify(text).replace(
      /\{(recastPrice|customTime|restockingFee)\}/g,
      (_, name: 'recastPrice' | 'customTime' | 'restockingFee') => defaultBrand[name],
    ),
  ) as Text
const topics = promised(writtenTopics)
const customWork = promised(writtenCustomWork)
const guarantees = promised(writtenGuarantees)
const home = promised(writtenHome)
const recastGuarantee = promised(writtenRecastGuarantee)

/** A Markdown text as a reader gets it: comments gone, line breaks inside paragraphs closed. */
function read(file: string): string {
  const source = readFileSync(join(content, file), 'utf8')
  return promised(source)
    .replace(/<!--[\s\S]*?-->/g, '')
    .replace(/(?<=\S)\n(?=[^\s#|>\-\d])/g, ' ')
}

/** Every string of a page, each on its own line. */
function wordsOf(value: unknown): string {
  if (typeof value === 'string') return value
  if (value && typeof value === 'object') return Object.values(value).map(wordsOf).join('\n')
  return ''
}

const countWords = (text: string) =>
  text.match(/[\p{L}\p{N}.$%]*[\p{L}\p{N}][\p{L}\p{N}.,'’%-]*/gu)?.length ?? 0

const markdown = new Map(
  [
    ...topics.map((topic) => `qa/${topic.id}.md`),
    ...legalTexts.map((text) => `legal/${text.id}.md`),
    ...posts.map((post) => `journal/${post.file}`),
  ].map((file) => [file, read(file)]),
)

const pages = {
  '/': home,
  '/our-story': ourStory,
  '/custom-work': customWork,
  '/guarantees': guarantees,
  '/material-guarantee': materialGuarantee,
  '/laser-weight-guarantee': laserWeightGuarantee,
  '/recast-guarantee': recastGuarantee,
  '/contact': contact,
  '/qa': qaPage,
  '/blog': journalPage,
}

const article = (id: string) => markdown.get(`qa/${id}.md`) ?? ''
const terms = markdown.get('legal/terms-and-conditions.md') ?? ''

const everyText = new Map([
  ...markdown,
  ...Object.entries(pages).map(([to, page]) => [to, wordsOf(page)] as const),
  ['qa/index.ts', wordsOf([topics, nextSteps])] as const,
  ['legal/index.ts', wordsOf(legalTexts)] as const,
  ['journal/index.ts', wordsOf(posts)] as const,
])

describe('questions and answers', () => {
  it('has the seven topics, in the order and with the labels of the menu [NAV-05] [QA-01]', () => {
    expect(topics.map((topic) => [topic.id, topic.label])).toEqual([
      ['wear-aging-process', 'Wear & Aging Process'],
      ['history-24k', 'History Behind 24k'],
      ['bullion-vs-jewelry', 'Bullion vs Jewelry Law'],
      ['trade-sanctions', 'U.S. Trade Sanctions'],
      ['fincen-reporting', 'FinCEN Reporting'],
      ['trusting-source', 'Trusting Your Source'],
      ['customs-disclosure', 'U.S. Customs Disclosure'],
    ])
  })

  it.each(topics)('$id is an article of 600 words or more, under headings [QA-02]', ({ id }) => {
    const levels = [...article(id).matchAll(/^(#+) /gm)].map(([, marks]) => marks?.length)
    expect(countWords(article(id))).toBeGreaterThanOrEqual(600)
    expect(levels.length).toBeGreaterThan(3)
    expect(levels[0]).toBe(2)
    expect(levels.every((level) => level === 2 || level === 3)).toBe(true)
  })

  it.each(topics)('$id ends by saying that it is no legal advice [QA-02]', ({ id }) => {
    expect(article(id).trimEnd().split('\n').at(-1)).toMatch(
      /^([*_])This is general information, not legal advice\.\1$/,
    )
  })

  it('leads on from every article [QA-04]', () => {
    expect(nextSteps.links.map((link) => link.to).sort()).toEqual([
      '/contact',
      '/guarantees',
      '/our-story',
      '/privacy-policy',
      '/products',
    ])
  })
})

describe('facts', () => {
  it('presents a US maker of pure 24k gold jewelry, mostly pendants [FACTS-22]', () => {
    expect(home.description).toMatch(/24k \(\.9999\) gold jewelry, mostly pendants/)
    expect(wordsOf(home)).toMatch(/99\.99% fine\. Made in the United States/)
    expect(home.cards.map((card) => card.heading)).toContain('American made')
  })

  it('names the sizes and gives their grams with "about" [FACTS-23]', () => {
    expect(home.sizes.text).toMatch(/^\.25oz, \.5oz, 1oz and custom sizes/)
    for (const { name, grams } of home.sizes.rows) {
      if (name !== 'Custom') expect(grams).toMatch(/^about [\d. to]+ g$/)
    }
  })

  it('says how a price is made [FACTS-24]', () => {
    const rule = /Comex spot price (of gold )?on the day/
    expect(home.price.body).toMatch(rule)
    expect(home.price.body).toContain('plus a flat fee')
    expect(wordsOf(ourStory)).toMatch(rule)
    expect(terms).toMatch(rule)
  })

  it('names the three guarantees [FACTS-25]', () => {
    const names = ['Material', 'Laser Inscribed', 'Recast']
    expect(guarantees.three.map((guarantee) => guarantee.name)).toEqual(names)
    expect(home.guarantees.text).toContain(names.join(', '))
    expect(terms).toContain('Material, Laser Inscribed, and Recast')
  })

  it('states the fee and the ban for an order to a sanctioned party [FACTS-26]', () => {
    for (const text of [article('trade-sanctions'), terms]) {
      expect(text).toContain('20% research and restocking fee')
      expect(text).toMatch(/permanent ban|permanently banned/)
    }
  })

  it('states the 10,000 dollar threshold for cash [FACTS-27]', () => {
    expect(article('fincen-reporting')).toContain(
      'A business that receives more than **$10,000 in cash** in one transaction, or in related transactions, has to report it.',
    )
    expect(terms).toContain(
      'We report payments when the law requires us to, such as cash payments of more than $10,000.',
    )
  })

  it('says how orders are paid, whatever is turned on [FACTS-32]', () => {
    const text = article('fincen-reporting')
    expect(text).toContain('by card or, where the cart offers it, by bank debit or wire.')
    expect(text).toContain('You can ask to pay another way, such as by check or in cash.')
    expect(text).toMatch(/\| A bank debit or wire +\| No +\|/)
    expect(text).not.toMatch(/are paid by card|We take no cash/)
  })

  it('states the 50,000 dollar limit for retail status [FACTS-28]', () => {
    expect(article('fincen-reporting')).toMatch(
      /The limit is \*\*\$50,000\*\*\. A retailer keeps its retail status/,
    )
  })

  it('states the 2,500 dollar caveat about gemstones [FACTS-29]', () => {
    const section = article('customs-disclosure').split('## A caveat on gemstones')[1]
    expect(section).toMatch(/\*\*\$2,500\*\*/)
  })

  it('states a tariff of about 3 percent or more [FACTS-30]', () => {
    expect(article('customs-disclosure')).toContain(
      'Jewelry does not. Expect a tariff of **about 3 percent or more** of the value.',
    )
  })

  it('states the times of custom work wherever it is offered [FACTS-31]', () => {
    const panel = wordsOf(customWork.timeline)
    expect(panel).toContain('30-45 business days')
    expect(panel).toContain('At least 14 days')
    expect(terms).toMatch(/\*\*30-45 business days\*\*.+at least \*\*14 days\*\*/)
    expect(wordsOf(home)).toContain('30-45 business days; rush orders take at least 14 days')
  })

  it('ends a custom request with what to expect [CUSTOM-15]', () => {
    const lines = customWork.expectations.lines.join('\n')
    expect(lines).toContain('30-45 business days')
    expect(lines).toMatch(/premium fee.+minimum of 14 days/)
    expect(lines).toMatch(/Pre-approved CAD designs are faster/)
  })

  it.each([
    ['qa/trade-sanctions.md', '20%'],
    ['qa/fincen-reporting.md', '10,000'],
    ['qa/fincen-reporting.md', '50,000'],
    ['qa/customs-disclosure.md', '2,500'],
    ['qa/customs-disclosure.md', '3 percent'],
    ['qa/history-24k.md', '99.95%'],
    ['pages/material-guarantee.ts', '99.95%'],
  ])('%s marks %s for checking before launch', (file, figure) => {
    const source = readFileSync(join(content, file), 'utf8')
    const marks = source.match(/(<!--|\/\/) check before launch: .*/g) ?? []
    expect(marks.some((mark) => mark.includes(figure))).toBe(true)
  })
})

describe('guarantees', () => {
  it('has a way to each of the three [GUAR-01]', () => {
    expect(guarantees.three.map((guarantee) => guarantee.to)).toEqual([
      '/material-guarantee',
      '/laser-weight-guarantee',
      '/recast-guarantee',
    ])
  })

  it('states 99.99% against the US standard of 99.95% [GUAR-02]', () => {
    expect(materialGuarantee.comparison.rows.map((row) => [row.figure, row.label])).toEqual([
      ['99.99%', 'Our gold, .9999 fine'],
      ['99.95%', 'The U.S. standard for 24k'],
    ])
  })

  it('describes documentation and the four tests [GUAR-03]', () => {
    expect(materialGuarantee.tests.steps.map((test) => test.heading)).toEqual([
      'XRF analysis',
      'Weight and dimension check',
      'Visual inspection',
      'Durability',
    ])
    expect(materialGuarantee.sections.map((section) => section.heading)).toContain('Documentation')
  })

  it('says what the laser inscribes [GUAR-04]', () => {
    const { marks } = laserWeightGuarantee.inscription
    expect(marks.map((mark) => mark.label)).toEqual([
      'Weight, to 0.1 g',
      'Purity mark',
      'Maker’s stamp',
    ])
    expect(marks[1].figure).toBe('.9999')
    expect(laserWeightGuarantee.description).toContain('inscribed by laser')
  })

  it('says that each piece is weighed, and what its certificate is for [CERT-09]', () => {
    const said = (id: string) =>
      laserWeightGuarantee.sections.find((section) => section.id === id)?.body ?? ''
    expect(said('two-weights')).toContain('we refund you for the missing gold')
    expect(said('two-weights')).toContain('If it is heavier, you pay nothing more.')
    for (const part of [
      'serial number',
      'Your name is never on it',
      'signed',
      'private claim code',
    ]) {
      expect(said('certificate')).toContain(part)
    }
  })

  it('promises the recast: for life, half of production cost, one to three weeks [GUAR-05]', () => {
    expect(recastGuarantee.terms.map((term) => `${term.figure} ${term.label}`)).toEqual([
      'For life Coverage',
      '50% Your share of production cost',
      '1-3 weeks Turnaround',
    ])
    expect(recastGuarantee.terms[0].text).toContain('Lifetime recast')
    expect(recastGuarantee.lead).toMatch(/accident.+bent out of shape/)
    expect(wordsOf(recastGuarantee)).toContain('accidentally deformed')
  })
})

describe('story and contact', () => {
  it('has a founder message, signed by a placeholder, and a heritage story [STORY-01]', () => {
    expect(ourStory.founderMessage.paragraphs.length).toBeGreaterThan(2)
    expect(ourStory.founderMessage.signature).toBe('{founder}')
    expect(ourStory.sections[0].id).toBe('heritage')
  })

  it('leads to the guarantees, home and custom work [STORY-02] [STORY-04]', () => {
    const ways = [ourStory.back, ...ourStory.guarantees.three, ...ourStory.next].map(
      (link) => link.to,
    )
    for (const to of ['/material-guarantee', '/laser-weight-guarantee', '/', '/custom-work']) {
      expect(ways).toContain(to)
    }
  })

  it('names the core values [STORY-03]', () => {
    expect(ourStory.values.items.map((value) => value.name)).toEqual([
      'Quality',
      'Family Values',
      'Craftsmanship',
    ])
  })

  it('shows how to reach the shop, and when [CONTACT-02] [CONTACT-03]', () => {
    expect(contact.details.rows.flatMap((row) => row.lines)).toEqual([
      '{email}',
      '{phone}',
      '{address}',
      '{hours}',
      '{closed}',
    ])
    expect(brand.hours).toBe('Mon-Fri 9:00 AM-5:00 PM Pacific Time')
    expect(brand.closed).toBe('Weekends closed')
  })
})

describe('legal texts', () => {
  it.each(legalTexts)(
    '$id carries its date and a way to reach the shop [LEGAL-01] [LEGAL-02]',
    ({ id }) => {
      const text = markdown.get(`legal/${id}.md`)
      expect(text?.trimStart()).toMatch(/^Last updated: July 30th, 2024\n/)
      expect(text).toContain('{address}')
      expect(text).toContain('{email}')
      expect(readFileSync(join(content, `legal/${id}.md`), 'utf8')).toMatch(
        /^<!-- for a lawyer's review before launch/,
      )
    },
  )
})

describe('journal', () => {
  it('has three posts or more of our own, newest first, each with its text [BLOG-14]', () => {
    expect(posts.length).toBeGreaterThanOrEqual(3)
    expect(new Set(posts.map((post) => post.id)).size).toBe(posts.length)
    for (const post of posts) {
      expect(post.date).toMatch(/^2026-(0[1-9]|10)-\d\dT\d\d:\d\d:\d\d$/)
      expect(countWords(markdown.get(`journal/${post.file}`) ?? '')).toBeGreaterThanOrEqual(400)
    }
    const dates = posts.map((post) => post.date)
    expect(dates).toEqual([...dates].sort().reverse())
  })

  it('reckons its price example as the shop does: to the cent, rounded once [BLOG-14]', () => {
    const text = markdown.get('journal/1-how-a-price-is-made.md')
    // 147 tenths of a gram × 9277 cents = 1363719 tenths of a cent, and so on; no binary fractions.
    for (const [tenths, feeCents] of [
      [147, 75_000],
      [289, 125_000],
    ] as const) {
      const total = Math.floor((tenths * 9277 + 5) / 10) + feeCents
      const dollars = `$${Math.floor(total / 100).toLocaleString('en-US')}.${String(total % 100).padStart(2, '0')}`
      expect(text?.replace(/ +/g, ' ')).toContain(`| Price | **${dollars}** |`)
    }
  })
})

describe('all texts', () => {
  const described = [
    ...Object.entries(pages).map(([to, page]) => ({ to, ...page, text: page.description })),
    ...topics.map((topic) => ({ to: `/qa/${topic.id}`, ...topic, text: topic.description })),
    ...legalTexts.map((legal) => ({ to: `/${legal.id}`, ...legal, text: legal.description })),
    ...posts.map((post) => ({ to: `/blog/${post.id}`, ...post, text: post.excerpt })),
  ]

  it.each(described)('$to describes itself in 110 to 155 characters [SEO-01]', ({ text }) => {
    expect(text.length).toBeGreaterThanOrEqual(110)
    expect(text.length).toBeLessThanOrEqual(155)
    expect(text).not.toMatch(/[{}]/)
  })

  it('has no title and no description twice [SEO-01]', () => {
    expect(new Set(described.map((page) => page.text)).size).toBe(described.length)
    expect(new Set(described.map((page) => page.title)).size).toBe(described.length)
  })

  const addresses = new Set([...described.map((page) => page.to), '/products'])

  it.each([...everyText])('%s links only to pages that exist [ROUTE-04]', (_, text) => {
    const links = [...text.matchAll(/\]\(([^)]*)\)/g)].map(([, to]) => to)
    expect(links.filter((to) => !addresses.has(to ?? ''))).toEqual([])
  })

  it.each([...everyText])('%s leaves name and addresses to brand.ts [LEGAL-02]', (_, text) => {
    // The days of returns are a setting.
    const known = { ...brand, returnDays: 30 }
    const braces = [...text.matchAll(/\{([^}]*)\}/g)].map(([, key]) => key)
    expect(braces.filter((key) => !(key && key in known))).toEqual([])
    for (const own of [brand.name, brand.email, brand.phone, brand.address.street]) {
      expect(text).not.toContain(own)
    }
  })

  it.each([...everyText])('%s keeps its voice down: no exclamation marks [FACTS-22]', (_, text) => {
    expect(text).not.toContain('!')
  })
})
