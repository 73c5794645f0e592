import type { Page } from '@playwright/test'
import { brand } from '#brand'
import { brokenRules } from '#tests/support/accessibility.ts'
import { expect, test } from '#tests/support/journey.ts'
import { readMailto } from '#tests/support/read-mailto.ts'

/** What the page hands to the mail program, and every request that changes something. */
async function watch(page: Page) {
  const posted: string[] = []
  page.on('request', (request) => {
    if (request.method() !== 'GET') posted.push(request.url())
  })
  await page.addInitScript(() => {
    const drafts: string[] = []
    Object.assign(window, { drafts })
    const { navigation } = window as unknown as { navigation: EventTarget }
    navigation.addEventListener('navigate', (event) => {
      const { url } = (event as unknown as { destination: { url: string } }).destination
      if (url.startsWith('mailto:')) drafts.push(url)
    })
  })
  const drafts = () => page.evaluate(() => (window as unknown as { drafts: string[] }).drafts)
  const firstDraft = async () => {
    await expect.poll(drafts).not.toEqual([])
    return (await drafts())[0] ?? ''
  }
  return { posted, drafts, firstDraft }
}

const open = 'Open in email app'

async function writesToUs(page: Page) {
  await page.getByLabel('Name').fill('Ada & Søn')
  await page.getByLabel('Email').fill('ada@example.com')
  await page.getByLabel('Subject').fill('A bent pendant?')
  await page.getByLabel('Message').fill('50% + shipping =\nhow much?')
}

async function asksForWork(page: Page) {
  await page.getByLabel('Phone').fill('206 555 0100')
  await page.getByLabel('Email').fill('ada@example.com')
  await page.getByLabel('Street address').fill('1 Main Street')
  await page.getByLabel('City').fill('Seattle')
  await page.getByLabel('State', { exact: true }).fill('WA')
  await page.getByLabel('ZIP').fill('98101')
}

test.describe('contact', () => {
  for (const width of [360, 1440]) {
    test(`shows a hero, the contact details and the message form at ${width} pixels [CONTACT-01]`, async ({
      page,
    }) => {
      await page.setViewportSize({ width, height: 800 })
      await page.goto('/contact')
      const hero = page.getByRole('main').getByRole('heading', { level: 1, name: 'Contact' })
      await expect(hero).toBeInViewport()
      await expect(page.getByText('A person will answer.')).toBeInViewport()

      const details = page.getByRole('region', { name: 'Where to find us' })
      await expect(details.getByRole('term')).toHaveText([
        'Email',
        'Phone',
        'Seattle office',
        'Hours',
      ])
      await expect(details.getByRole('link', { name: brand.email })).toBeVisible()
      await expect(details.getByText(brand.address.street)).toBeVisible()

      const form = page.getByRole('form', { name: 'Write to us' })
      for (const label of ['Name', 'Email', 'Subject', 'Message']) {
        await expect(form.getByRole('textbox', { name: label })).toBeEditable()
      }
      await expect(form.getByRole('button', { name: open })).toBeEnabled()
      const top = async (part: typeof hero) => (await part.boundingBox())?.y ?? Number.NaN
      expect(await top(hero)).toBeLessThan(await top(details))
      expect(await top(hero)).toBeLessThan(await top(form))
    })
  }

  test('opens a draft to the shop, without the typed email, and asks no server [CONTACT-06, CONTACT-07]', async ({
    page,
  }) => {
    const { firstDraft, posted } = await watch(page)
    await page.goto('/contact')
    await writesToUs(page)
    await page.getByRole('button', { name: open }).click()
    await expect(page.getByRole('status').filter({ hasText: 'Your email app' })).toBeVisible()
    const draft = readMailto(await firstDraft())
    expect(draft.recipients).toEqual([brand.email])
    expect(draft.names).toEqual(['subject', 'body'])
    expect(draft.subject).toBe('A bent pendant?')
    expect(draft.body).toBe('Name: Ada & Søn\r\n\r\n50% + shipping =\r\nhow much?')
    expect(posted).toEqual([])
  })

  test('waits for every field, blanks not counted, and says so [CONTACT-04]', async ({ page }) => {
    const { drafts } = await watch(page)
    await page.goto('/contact')
    for (const label of ['Name', 'Email', 'Subject', 'Message']) {
      await writesToUs(page)
      const field = page.getByLabel(label)
      for (const nothing of ['', '   ']) {
        await field.fill(nothing)
        await page.getByRole('button', { name: open }).click()
        await expect(field).toBeFocused()
        await expect(field).toHaveAccessibleDescription('Please fill this in.')
      }
    }
    expect(await drafts()).toEqual([])
  })

  test('waits for an email address that can be one [CONTACT-04]', async ({ page }) => {
    const { drafts } = await watch(page)
    await page.goto('/contact')
    await writesToUs(page)
    const email = page.getByLabel('Email')
    await email.fill('ada at example')
    await page.getByRole('button', { name: open }).click()
    await expect(email).toHaveAccessibleDescription(/Enter a valid email address/)
    expect(await drafts()).toEqual([])
    await email.fill('ada@example.com')
    await expect(email).not.toHaveAttribute('aria-invalid')
    await page.getByRole('button', { name: open }).click()
    await expect.poll(drafts).toHaveLength(1)
  })

  test('has a message area of six rows [CONTACT-05]', async ({ page }) => {
    await page.goto('/contact')
    await expect(page.getByLabel('Message')).toHaveAttribute('rows', '6')
  })

  test('keeps what was typed until it is sent, and then forgets it [CONTACT-06]', async ({
    page,
  }) => {
    await page.goto('/contact')
    await writesToUs(page)
    await page.reload()
    await expect(page.getByText('We restored what you typed last time.')).toBeVisible()
    await expect(page.getByLabel('Message')).toHaveValue('50% + shipping =\nhow much?')
    await page.getByRole('button', { name: open }).click()
    await page.getByRole('button', { name: 'I sent it. Clear the form' }).click()
    await expect(page.getByLabel('Message')).toHaveValue('')
    await expect(page.getByLabel('Name')).toBeFocused()
    expect(await page.evaluate(() => localStorage.getItem('contact-draft'))).toBeNull()
    await page.reload()
    await expect(page.getByLabel('Message')).toHaveValue('')
  })

  test('asks before it clears what was not sent [CONTACT-09]', async ({ page }) => {
    await page.goto('/contact')
    await writesToUs(page)
    const clear = page.getByRole('button', { name: 'Clear the form' })
    await clear.click()
    const keeps = page.getByRole('button', { name: 'No, keep it' })
    await expect(keeps).toBeFocused()
    await expect(keeps).toHaveAccessibleDescription('Clear everything you wrote?')
    await page.keyboard.press('Escape')
    await expect(clear).toBeFocused()
    await expect(page.getByLabel('Message')).not.toHaveValue('')
    await clear.click()
    await page.getByRole('button', { name: 'Yes, clear it' }).click()
    await expect(page.getByLabel('Message')).toHaveValue('')
    await expect(page.getByLabel('Name')).toBeFocused()
  })

  test('does not stumble over something odd in its drawer [CONTACT-06]', async ({ page }) => {
    for (const odd of ['{"name":', '[1]', 'null', '{"name":{"a":1},"message":"kept"}']) {
      await page.goto('/contact')
      await page.evaluate((value) => localStorage.setItem('contact-draft', value), odd)
      await page.reload()
      await expect(page.getByLabel('Name')).toHaveValue('')
    }
    await expect(page.getByLabel('Message')).toHaveValue('kept')
  })

  test('copies the message for those without an email program [CONTACT-06]', async ({
    page,
    context,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.goto('/contact')
    await writesToUs(page)
    await page.getByRole('button', { name: 'Copy the message' }).click()
    await expect(page.getByText('Message copied.')).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
      'Subject: A bent pendant?\n\nName: Ada & Søn\n\n50% + shipping =\nhow much?',
    )
  })

  test('shows the message where the browser does not copy [CONTACT-06]', async ({ page }) => {
    await page.addInitScript(() => {
      Object.defineProperty(navigator, 'clipboard', { value: undefined })
    })
    await page.goto('/contact')
    await writesToUs(page)
    await page.getByRole('button', { name: 'Copy the message' }).click()
    await expect(page.getByRole('textbox', { name: 'Copy the message' })).toHaveValue(
      /^Subject: A bent/,
    )
  })
})

test.describe('custom work', () => {
  test('opens a request that ends with what to expect, and asks no server [CUSTOM-13, CUSTOM-14, CUSTOM-15]', async ({
    page,
  }) => {
    const { firstDraft, posted } = await watch(page)
    await page.goto('/custom-work')
    await asksForWork(page)
    await page.getByRole('button', { name: open }).click()
    const draft = readMailto(await firstDraft())
    expect(draft.recipients).toEqual([brand.email])
    expect(draft.subject).toBe('Custom Work Request')
    expect(draft.body).toContain('Kind of piece: Pendant\r\n')
    expect(draft.body).toMatch(
      /30-45 business days.*minimum of 14 days.*CAD designs are faster\.$/s,
    )
    expect(posted).toEqual([])
  })

  test('waits for date, phone, email and address [CUSTOM-04]', async ({ page }) => {
    const { drafts } = await watch(page)
    await page.goto('/custom-work')
    const date = page.getByLabel('Date', { exact: true })
    await expect(date).not.toHaveValue('')
    const today = await date.inputValue()
    for (const label of ['Date', 'Phone', 'Email', 'Street address', 'City', 'State', 'ZIP']) {
      await asksForWork(page)
      await date.fill(today)
      const field = page.getByLabel(label, { exact: true })
      await field.fill('')
      await page.getByRole('button', { name: open }).click()
      await expect(field).toBeFocused()
      await expect(field).toHaveAccessibleDescription('Please fill this in.')
    }
    expect(await drafts()).toEqual([])
  })

  test('asks for the size of a ring only for a ring, and so on [CUSTOM-10]', async ({ page }) => {
    const { firstDraft } = await watch(page)
    await page.goto('/custom-work')
    const fields = {
      ring: page.getByLabel('Ring size'),
      bracelet: page.getByLabel('Bracelet length'),
      other: page.getByLabel('Please specify'),
    }
    for (const kind of ['ring', 'bracelet', 'other', 'earrings', 'pendant']) {
      await page.getByLabel('Kind of piece').selectOption(kind)
      for (const [asked, field] of Object.entries(fields)) {
        await expect(field).toBeVisible({ visible: asked === kind })
      }
    }
    await page.getByLabel('Kind of piece').selectOption('ring')
    await fields.ring.fill('7')
    await page.getByLabel('Kind of piece').selectOption('pendant')
    await asksForWork(page)
    await page.getByRole('button', { name: open }).click()
    expect(readMailto(await firstDraft()).body).not.toContain('Ring size')
    await page.getByLabel('Kind of piece').selectOption('ring')
    await expect(fields.ring).toHaveValue('7')
    await page.reload()
    await expect(fields.ring).toHaveValue('7')
  })

  test('offers what the maker makes, and one metal [CUSTOM-08, CUSTOM-09, CUSTOM-11, CUSTOM-12]', async ({
    page,
  }) => {
    await page.goto('/custom-work')
    const options = (name: string) =>
      page
        .locator(`select[name="${name}"] option`)
        .evaluateAll((all) => all.map((o) => (o as HTMLOptionElement).value))
    expect(await options('designType')).toEqual(['new', 'remake', 'duplicate'])
    expect(await options('jewelryType')).toEqual([
      'ring',
      'pendant',
      'earrings',
      'bracelet',
      'other',
    ])
    expect(await options('metalType')).toEqual(['24k'])
    await expect(page.getByLabel('Design')).toHaveValue('new')
    await expect(page.getByLabel('Kind of piece')).toHaveValue('pendant')
    for (const name of ['customerGold', 'internationalShipping']) {
      await expect(page.locator(`input[name="${name}"]`)).toHaveAttribute('type', 'checkbox')
    }
    for (const name of ['stoneType', 'stoneDetails', 'additionalNotes', 'deadline']) {
      await expect(page.locator(`[name="${name}"]`)).not.toHaveAttribute('required')
    }
    await expect(page.locator('[name="phone"]')).toHaveAttribute('type', 'tel')
    await expect(page.locator('[name="email"]')).toHaveAttribute('type', 'email')
    await expect(page.locator('[maxlength]')).toHaveCount(0)
  })

  test('refuses an email address that is none [CUSTOM-06]', async ({ page }) => {
    const { drafts } = await watch(page)
    await page.goto('/custom-work')
    await asksForWork(page)
    await page.getByLabel('Email').fill('ada@')
    await page.getByRole('button', { name: open }).click()
    await expect(page.getByLabel('Email')).toHaveAttribute('aria-invalid', 'true')
    expect(await drafts()).toEqual([])
  })

  test('opens with deadline, shipping abroad, stone and notes left empty [CUSTOM-05]', async ({
    page,
  }) => {
    const { firstDraft } = await watch(page)
    await page.goto('/custom-work')
    await asksForWork(page)
    const left = ['Deadline', 'Stone', 'Stone details', 'What you have in mind']
    for (const label of left) {
      await expect(page.getByRole('group').getByLabel(label).first()).toHaveValue('')
    }
    await expect(page.getByLabel('Ship outside the United States')).not.toBeChecked()
    await page.getByRole('button', { name: open }).click()
    const { body = '' } = readMailto(await firstDraft())
    await expect(page.locator('[aria-invalid="true"]')).toHaveCount(0)
    expect(body).toContain('City: Seattle')
    expect(body).toContain('Ship outside the United States: No')
    for (const label of left) expect(body).not.toContain(`${label}:`)
  })

  test('sends long notes whole, and says that copying is safer [CUSTOM-07]', async ({ page }) => {
    const { firstDraft } = await watch(page)
    await page.goto('/custom-work')
    await asksForWork(page)
    const notes = 'A long story about gold. '.repeat(200).trim()
    await page.getByLabel('What you have in mind').fill(notes)
    await page.getByRole('button', { name: open }).click()
    expect(readMailto(await firstDraft()).body).toContain(notes)
    await expect(page.getByText('Some email apps cut off long drafts.')).toBeVisible()
  })

  for (const [timezoneId, day] of [
    ['Pacific/Kiritimati', '2026-03-02'],
    ['Pacific/Pago_Pago', '2026-02-28'],
  ] as const) {
    test.describe(timezoneId, () => {
      test.use({ timezoneId })
      test('dates the request by the calendar of the visitor [CUSTOM-03]', async ({ page }) => {
        await page.clock.install({ time: new Date('2026-03-01T10:30:00Z') })
        await page.goto('/custom-work')
        await expect(page.getByLabel('Date', { exact: true })).toHaveValue(day)
        // Today is nothing typed: it is not kept for tomorrow.
        await page.getByLabel('City').fill('Apia')
        await expect
          .poll(() => page.evaluate(() => localStorage.getItem('custom-work-draft')))
          .toBe('{"shippingCity":"Apia"}')
      })
    })
  }
})

for (const path of ['/contact', '/custom-work']) {
  test(`${path} with every error shown breaks no accessibility rule [A11Y-01, A11Y-04]`, async ({
    page,
  }) => {
    await page.goto(path)
    await page.getByRole('button', { name: open }).click()
    await expect(page.locator('[aria-invalid="true"]').first()).toBeFocused()
    expect(await brokenRules(page)).toEqual([])
  })
}
