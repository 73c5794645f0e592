import { HtmlValidate } from 'html-validate/node'
import { brand } from '#brand'
import { topics } from '#content/qa/index.ts'
import { expect, test } from '#tests/support/journey.ts'

const written = [
  '/our-story',
  '/custom-work',
  '/guarantees',
  '/material-guarantee',
  '/laser-weight-guarantee',
  '/recast-guarantee',
  '/contact',
  '/qa',
  ...topics.map(({ id }) => `/qa/${id}`),
  '/privacy-policy',
  '/terms-and-conditions',
]

/** By title, what the visible text of each page must hold. */
const facts: Record<string, Record<string, readonly RegExp[]>> = {
  'the story, with its values [STORY-01, STORY-03, FACTS-23, FACTS-24]': {
    '/our-story': [
      /A note from our founder/,
      /Klondike/,
      /Quality.*Family Values.*Craftsmanship/,
      /\.25oz, \.5oz, 1oz and custom sizes/,
      /Comex spot price of gold on the day .*plus a flat fee/,
    ],
  },
  'custom work says how it goes and how long it takes [CUSTOM-01, FACTS-31]': {
    '/custom-work': [/How it works/, /30-45 business days/, /At least 14 days/, /Your request/],
  },
  'the guarantees say what they promise [GUAR-02, GUAR-03, GUAR-04, GUAR-05, FACTS-25]': {
    '/guarantees': [/Material.*Laser Inscribed.*Recast/],
    '/material-guarantee': [
      /99\.99%.*99\.95%The U\.S\. standard for 24k/,
      /XRF analysis.*Weight and dimension check.*Visual inspection.*Durability/,
      /Documentation/,
    ],
    '/laser-weight-guarantee': [/Weight, to 0\.1 g/, /\.9999/, /Maker.s stamp/],
    '/recast-guarantee': [/Lifetime recast/, /Your share of production cost50%/, /1-3 weeks/],
  },
  'whoever looks for the shop finds it [CONTACT-02, CONTACT-03, CONTACT-11]': {
    '/contact': [
      new RegExp(brand.email),
      /Seattle, WA/,
      /Mon-Fri 9:00 AM-5:00 PM Pacific Time/,
      /Weekends closed/,
      /We read messages during our hours and reply by email\. For a faster answer, call us\./,
    ],
  },
  'the articles state their figures [FACTS-26, FACTS-27, FACTS-28, FACTS-29, FACTS-30]': {
    '/qa/trade-sanctions': [/20% research and restocking fee/, /permanently banned/],
    '/qa/fincen-reporting': [/\$10,000 in cash/, /\$50,000.*retail status/],
    '/qa/customs-disclosure': [/\$2,500/, /about 3 percent or more/],
  },
  'the legal texts carry their date and where the company is [LEGAL-01, LEGAL-02]': {
    '/privacy-policy': [/Last updated: July 30th, 2024/, new RegExp(brand.email), /Seattle, WA/],
    '/terms-and-conditions': [
      /Last updated: July 30th, 2024/,
      new RegExp(brand.email),
      /Seattle, WA/,
    ],
  },
}

const three = ['/material-guarantee', '/laser-weight-guarantee', '/recast-guarantee']
const ways = {
  '/our-story': [...three, '/', '/custom-work'],
  '/guarantees': three,
  '/contact': [`mailto:${brand.email}`],
}

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  for (const [title, pages] of Object.entries(facts)) {
    test(title, async ({ page }) => {
      for (const [path, wanted] of Object.entries(pages)) {
        await page.goto(path)
        for (const fact of wanted) {
          await expect.soft(page.getByRole('main'), path).toContainText(fact)
        }
      }
    })
  }

  test('pages lead to what they speak of [STORY-02, STORY-04, GUAR-01, CONTACT-02]', async ({
    page,
  }) => {
    for (const [path, targets] of Object.entries(ways)) {
      await page.goto(path)
      for (const to of targets) {
        const link = page.getByRole('main').locator(`a[href="${to}"]`)
        await expect.soft(link.first(), `${path} to ${to}`).toBeVisible()
      }
    }
  })

  test('the index has seven cards, each to its article [QA-01, QA-02, QA-03, QA-04]', async ({
    page,
  }) => {
    await page.goto('/qa')
    const main = page.getByRole('main')
    await expect(main.getByRole('heading', { level: 1 })).toHaveText('Questions & Answers')
    const cards = main.locator('a[href^="/qa/"]')
    expect(await cards.evaluateAll((all) => all.map((a) => a.getAttribute('href')))).toEqual(
      topics.map(({ id }) => `/qa/${id}`),
    )
    for (const { id, title } of topics) {
      await page.goto(`/qa/${id}`)
      await expect(main.getByRole('heading', { level: 1 })).toHaveText(title)
      await expect(main).toContainText('This is general information, not legal advice.')
      await expect(main.getByRole('link', { name: 'Back to Q&A' })).toHaveAttribute('href', '/qa')
      for (const to of ['/contact', '/guarantees', '/products', '/our-story', '/privacy-policy']) {
        await expect(main.locator(`a[href="${to}"]`).last()).toBeVisible()
      }
    }
  })

  test('a topic that is none is not found [QA-06]', async ({ page }) => {
    const response = await page.goto('/qa/nothing-like-this')
    expect(response?.status()).toBe(404)
    await expect(page.getByRole('main')).toContainText('Page Not Found')
    await expect(page).toHaveTitle(/Page Not Found/)
  })

  test('the forms say what they need, and where to write instead [CONTACT-02, CUSTOM-01]', async ({
    page,
  }) => {
    for (const path of ['/contact', '/custom-work']) {
      await page.goto(path)
      await expect(page.locator('noscript p')).toContainText(
        `this form can’t open your email app. Send it from this page, or write to ${brand.email}`,
      )
      await expect(page.getByRole('button', { name: 'Open in email app' })).toBeHidden()
    }
  })
})

test('every written page is valid HTML [SEO-01]', async ({ request }) => {
  const checker = new HtmlValidate({
    extends: ['html-validate:standard', 'html-validate:document'],
    rules: {
      // React writes its own way: `<!DOCTYPE html>`, void elements with a slash, boolean="".
      'doctype-style': 'off',
      'void-style': 'off',
      'attribute-boolean-style': 'off',
      'attribute-empty-style': 'off',
      // Styles of a custom property, and widths measured in the head of the page.
      'no-inline-style': 'off',
      // Stacked on small screens, a table would lose its roles in some browsers.
      'no-redundant-role': 'off',
      // Titles carry the shop's name; 70 characters is a habit of one search engine.
      'long-title': 'off',
      // Files of the build are named after their content.
      'require-sri': 'off',
    },
  })
  for (const path of written) {
    const html = await (await request.get(path)).text()
    const report = await checker.validateString(html)
    const found = report.results.flatMap(({ messages }) =>
      messages.map(({ ruleId, message, line, column }) => `${ruleId} ${line}:${column} ${message}`),
    )
    // The closed cart drawer of the frame is named by a heading that comes when it opens.
    const ours = found.filter((message) => !message.endsWith('missing id "cart-heading"'))
    expect(ours, path).toEqual([])
  }
})

test('structured data has what the page shows, and cannot end its script [SEO-04]', async ({
  request,
  shop,
}) => {
  for (const path of written) {
    const html = await (await request.get(path)).text()
    const scripts = [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)]
    const facts = scripts.map(([, json]) => JSON.parse(json ?? ''))
    for (const [, json] of scripts) expect(json).not.toContain('<')
    const crumbs = facts.find((item) => item['@type'] === 'BreadcrumbList')?.itemListElement
    expect(crumbs.at(0).item, path).toBe(`${shop.url}/`)
    expect(crumbs.at(-1).item, path).toBe(`${shop.url}${path}`)
    const types = facts.map((item) => item['@type'])
    if (path === '/qa') expect(types).toContain('FAQPage')
    if (path.startsWith('/qa/')) expect(types).toContain('Article')
    if (path === '/contact') expect(types).toContain('Organization')
  }
})

test('links inside a text change the page without a reload [NAV-13]', async ({ page }) => {
  await page.goto('/guarantees')
  await page.evaluate(() => Object.assign(window, { stillHere: true }))
  await page.getByRole('main').getByRole('link', { name: 'custom-made' }).click()
  await expect(page).toHaveURL(/\/custom-work$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Custom work')
  expect(await page.evaluate(() => 'stillHere' in window)).toBe(true)
})

test('the scroll hint goes once the reader has moved on [CUSTOM-02]', async ({ page }) => {
  await page.goto('/custom-work')
  const hint = page.getByRole('link', { name: 'Go to the request form' })
  await expect(hint).toBeVisible()
  await page.evaluate(() => window.scrollTo({ top: 100, behavior: 'instant' }))
  await expect(hint).toBeVisible()
  await page.evaluate(() => window.scrollTo({ top: 101, behavior: 'instant' }))
  await expect(hint).toBeHidden()
  await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }))
  await expect(hint).toBeVisible()
})

test('the cards of the index come 200 ms apart [QA-05]', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.goto('/qa')
  const delays = await page
    .getByRole('main')
    .locator('li:has(a[href^="/qa/"])')
    .evaluateAll((cards) =>
      cards.map((card) => Number.parseFloat(getComputedStyle(card).animationDelay)),
    )
  expect(delays.map((delay) => Math.round(delay * 1000))).toEqual([
    0, 200, 400, 600, 800, 1000, 1200,
  ])
})

test('under reduced motion the cards stand still [QA-05, A11Y-03]', async ({ page }) => {
  await page.goto('/qa')
  expect(await page.evaluate(() => document.getAnimations().length)).toBe(0)
})

test('tables are stacked on small screens and stay tables [A11Y-01, A11Y-05]', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 700 })
  await page.goto('/qa/bullion-vs-jewelry')
  const row = page.getByRole('row', { name: /Sales tax/ })
  await expect(row.getByRole('cell').first()).toHaveText(
    'Exempt in many states, often with conditions',
  )
  const [cell, next] = await row
    .getByRole('cell')
    .evaluateAll((cells) => cells.map((c) => c.getBoundingClientRect().top))
  expect(next).toBeGreaterThan(cell ?? Number.POSITIVE_INFINITY)
})
