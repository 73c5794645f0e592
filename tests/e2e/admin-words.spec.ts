import { everyAdminScreen, openScreen } from '#tests/support/admin-screens.ts'
import { expect, test } from '#tests/support/journey.ts'

test.use({ reducedMotion: 'reduce' })

/** Words of engineers. What is folded away is for whoever runs the server, and may have them. */
const refused = [
  'slug|MFA|TOTP|2FA|JSON|webhooks?|debug|npm|cron|payload|endpoints?|backend|frontend',
  'environment|migrations?|commit|localhost|stdout|regex|boolean|null|undefined|NaN|API',
  // Names of settings, such as SMTP_URL.
  '[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+',
]

/** All that is read without opening anything, names of controls and hints in fields included. */
function readAtFirst() {
  const body = document.body.cloneNode(true) as HTMLElement
  for (const folded of body.querySelectorAll('details > :not(summary), script, style, iframe')) {
    folded.remove()
  }
  const named = [...body.querySelectorAll('[aria-label], [placeholder], [title]')].flatMap(
    (element) => ['aria-label', 'placeholder', 'title'].map((name) => element.getAttribute(name)),
  )
  return [document.title, body.textContent, ...named].join('\n')
}

test('no screen of the admin area speaks an engineer’s words to a jeweler [HELP-01, HELP-02]', async ({
  admin: page,
  shop,
}) => {
  test.setTimeout(240_000)
  const words = refused.map((each, at) => new RegExp(`\\b(?:${each})\\b`, at === 2 ? 'g' : 'gi'))
  const found: string[] = []
  for (const path of [...(await everyAdminScreen(shop.app)), '/admin/login']) {
    if (path === '/admin/login') {
      await page.context().clearCookies()
      await page.goto(path)
    } else await openScreen(page, path)
    const text = await page.evaluate(readAtFirst)
    expect(text.length, path).toBeGreaterThan(100)
    found.push(...words.flatMap((word) => (text.match(word) ?? []).map((one) => `${path}: ${one}`)))
  }
  expect(found).toEqual([])
})

const empty = [
  ['orders', 'There are no orders yet.', 'Buy a piece to try it', '/products'],
  ['orders?q=nothing-like-this', 'No order fits this search.', 'Show all orders', '/orders'],
  ['orders/returns', 'No return waits for us.', 'Orders', '/orders'],
  ['customers', 'Nobody has bought yet.', 'Orders', '/orders'],
  ['payments', 'Nothing waits here.', 'Orders', '/orders'],
  ['products?q=nothing-like-this', 'nothing-like-this', 'Show all', '/products'],
] as const

test('a list with nothing to show says what will stand there, and leads on [HELP-04]', async ({
  admin: page,
}) => {
  for (const [path, text, link, to] of empty) {
    await page.goto(`/admin/dashboard/${path}`)
    const main = page.getByRole('main')
    await expect(main.getByRole('paragraph').filter({ hasText: text }).first()).toBeVisible()
    await main.getByRole('link', { name: link, exact: true }).last().click()
    await expect(page, path).toHaveURL(new RegExp(`${to}(\\?.*)?$`))
  }
  await page.goto('/admin/dashboard/media')
  await expect(page.getByRole('main')).toContainText('Choose files above')
})
