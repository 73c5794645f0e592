import { describe, expect, it } from 'vitest'
import { testPayments } from '#app/.server/payments/gateway/test-payments.ts'
import { footerLinks } from '#app/ui/layout/navigation.ts'
import { brand } from '#brand'
import { topics } from '#content/qa/index.ts'
import { renderPage } from '#tests/support/page.tsx'
import { testShop } from '#tests/support/shop.ts'
import * as notFound from './not-found.tsx'

const app = testShop({ db: null })
const plain = { default: () => <h1>A page</h1> }
const failing = {
  loader: () => {
    throw new Error('the password is swordfish')
  },
  default: () => null,
}

const bar = (html: string) => /<header.*<\/header>/s.exec(html)?.[0] ?? ''
const foot = (html: string) => /<footer.*<\/footer>/s.exec(html)?.[0] ?? ''
const linksOf = (html: string) =>
  [...html.matchAll(/<a [^>]*href="([^"]*)"[^>]*>(.*?)<\/a>/gs)].map(([, to = '', inner = '']) => ({
    to,
    label: inner.replace(/<[^>]+>/g, '').replaceAll('&amp;', '&'),
  }))

const offered = [
  { to: '/products', label: 'Collections' },
  { to: '/our-story', label: 'Our Story' },
  { to: '/custom-work', label: 'Custom Work' },
  { to: '/qa', label: 'All Q & A Topics' },
  ...topics.map(({ id, label }) => ({ to: `/qa/${id}`, label })),
  { to: '/guarantees', label: 'All Guarantees' },
  { to: '/material-guarantee', label: 'Material' },
  { to: '/laser-weight-guarantee', label: 'Weight' },
  { to: '/recast-guarantee', label: 'Recast' },
  { to: '/contact', label: 'Contact' },
]

describe('what stands around every page', () => {
  it('is a bar with all its items, and two menus that need no script [NAV-02, NAV-03, NAV-04, NAV-05, NAV-06]', async () => {
    const { html } = await renderPage(app, plain)
    const [wide = ''] = bar(html).split('aria-label="Main, small screens"')
    expect(linksOf(wide).slice(1)).toEqual(offered)
    expect(wide.match(/<details[^>]* name="bar-menu"/g)).toHaveLength(2)
    expect(wide).toMatch(/<button[^>]*aria-label="Cart, 0 pieces"/)
    expect(topics).toHaveLength(7)
  })

  it('offers the same in the small screens’ menu [NAV-07]', async () => {
    const { html } = await renderPage(app, plain)
    const [, narrow = ''] = bar(html).split('aria-label="Main, small screens"')
    expect(linksOf(narrow)).toEqual(offered)
  })

  it('ends with the ways to contact, law, journal, guarantees, videos, story, answers and returns [NAV-10, NAV-11, NAV-16]', async () => {
    const { html } = await renderPage(app, plain)
    const ways = linksOf(foot(html)).map(({ to }) => to)
    for (const to of [
      '/contact',
      '/privacy-policy',
      '/terms-and-conditions',
      '/blog',
      '/guarantees',
      '/our-story',
      '/qa',
      '/terms-and-conditions#returns-and-our-mistakes',
      `tel:${brand.phoneNumber}`,
      brand.videoChannel,
    ]) {
      expect(ways).toContain(to)
    }
  })

  it('has no link to videos where the shop has no channel [NAV-15]', () => {
    expect(footerLinks('https://videos.example.com', false).map(({ label }) => label)).toContain(
      'Videos',
    )
    expect(footerLinks('', false).map(({ label }) => label)).not.toContain('Videos')
  })

  it('shows the gold price at its foot, with its state [NAV-11, GOLD-16, LIVE-02]', async () => {
    const { html } = await renderPage(app, plain)
    expect(foot(html)).toContain('$92.77')
    expect(foot(html)).toContain('$2,886.32</span> per troy oz')
    expect(foot(html)).toContain('Indicative price')
  })

  it('has one main, and one way to skip to it [A11Y-02]', async () => {
    const { html } = await renderPage(app, plain)
    expect(html.match(/<main /g)).toHaveLength(1)
    expect(linksOf(html)[0]).toEqual({ to: '#main', label: 'Skip to content' })
  })

  it('delays no first page by the fade [NAV-13]', async () => {
    expect((await renderPage(app, plain)).html).not.toContain('route-fade')
  })

  it('says on every screen that nothing is sold, only where payments are a test [ORDER-09, MODE-05]', async () => {
    const words = 'This is a test shop. Nothing is for sale, and cards won’t be charged.'
    expect((await renderPage(app, plain)).words).not.toContain(words)
    const trying = testShop({
      db: null,
      payments: testPayments(testShop({ db: null })),
    })
    expect((await renderPage(trying, plain)).words).toContain(words)
    expect((await renderPage(trying, notFound, { address: '/nowhere' })).words).toContain(words)
  })
})

describe('a page that is not there', () => {
  it('answers 404 in words, with the way home and bar and foot around it [ROUTE-02, ROUTE-03]', async () => {
    const { status, html, words } = await renderPage(app, notFound, { address: '/nowhere/at-all' })
    expect(status).toBe(404)
    expect(html).toContain('>Page Not Found</h1>')
    expect(words).toContain("The page you're looking for doesn't exist.")
    expect(linksOf(html)).toContainEqual({ to: '/', label: 'Return Home' })
    expect(bar(html)).not.toBe('')
    expect(foot(html)).not.toBe('')
  })
})

describe('a page that fails', () => {
  it('answers 500 calmly, without the cause, with bar and foot [SEC-06]', async () => {
    const { status, html, words } = await renderPage(app, failing)
    expect(status).toBe(500)
    expect(words).toContain('Something went wrong')
    expect(html).not.toContain('swordfish')
    expect(bar(html)).not.toBe('')
    expect(foot(html)).not.toBe('')
  })
})
