import { eq } from 'drizzle-orm'
import { expect, it, onTestFinished } from 'vitest'
import { readConfig } from '#app/.server/config.ts'
import { productAttributes } from '#app/.server/platform/db/catalog-schema.ts'
import { bankWebhookEvents, webhookEvents } from '#app/contracts/payments/stripe-events.ts'
import { emailServerFields } from '#app/contracts/setup/saved-settings.ts'
import { earlierChain } from '#app/domain/catalog/necklace-chain.ts'
import { renderAdminPage } from '#tests/support/admin-page.tsx'
import { onBothDatabases } from '#tests/support/databases.ts'
import { emailServer } from '#tests/support/email-server.ts'
import { sellingShop } from '#tests/support/selling-shop.ts'
import * as today from '../reports/today.tsx'
import * as screen from './page.tsx'

const { host, port, encryption, user, password } = emailServerFields

/** What is read without opening anything. */
const openedList = (html: string) => html.replace(/<details[\s\S]*?<\/details>/g, ' ')

onBothDatabases('the screen of setting up', (open) => {
  it('saves with a fresh second factor, shows no secret, and keeps the rest of what was refused [SETUP-02, SETUP-05, SETUP-10, SETUP-12, HELP-10, HELP-11]', async () => {
    const config = readConfig({ GOLD_SOURCES: 'none', ALLOW_PRIVATE_ADDRESSES: '127.0.0.1' })
    const { shop, pass } = await sellingShop(await open(), { config })
    const server = await emailServer({ credentials: { user: 'shop', pass: 'veiled words' } })
    onTestFinished(() => server.close())
    const opened = await renderAdminPage(shop, screen)
    expect(opened.words).toContain(
      'Email isn’t set up, so neither you nor your buyers get any email. Add your mail server below.',
    )
    expect(opened.html).toContain('SMTP_URL is not set')
    const parts = opened.html.match(/<section[^>]*aria-labelledby="setup-/g)?.length ?? 0
    const isOpen = opened.html.match(/>\d+ open</g)?.length ?? 0
    expect(parts).toBe(10)
    expect(opened.words).toContain(`${parts - isOpen} of ${parts} done`)
    // Its list of what is open has no name of a setting: they are folded away [HELP-11].
    expect(openedList(opened.html)).toContain('The gold price doesn’t update automatically')
    expect(openedList(opened.html)).not.toMatch(/\b[A-Z]+_[A-Z_]+\b/)
    // No numbers of requirements, no files of the program.
    expect(opened.words).toContain('To check, in “terms and conditions”: ')
    expect(opened.words).not.toMatch(/\b(?:[A-Z]{3,}-\d\d|D\d+)\b|\bcontent\/|\.(?:md|ts)\b/)
    for (const event of [...webhookEvents, ...bankWebhookEvents]) {
      expect(opened.html).toContain(`<code>${event}</code>`)
    }
    const stateOf = (html: string) =>
      /name="group" value="mail"\/?>\s*<input type="hidden" name="seen" value="([^"]+)"/.exec(
        html,
      )?.[1] ?? ''
    const form = {
      action: 'save',
      group: 'mail',
      seen: stateOf(opened.html),
      [host]: '127.0.0.1',
      [port]: String(server.port),
      [encryption]: 'starttls',
      [user]: 'shop',
      [password]: 'veiled words',
      MAIL_FROM: 'nobody',
      MAIL_STAFF: '',
    }
    // Nothing was saved so far, and nothing says that it was.
    const nothing = { ...form, [host]: '', [port]: '', [user]: '', [password]: '', MAIL_FROM: '' }
    const empty = await renderAdminPage(shop, screen, { form: nothing })
    expect(empty.answer).toEqual({
      done: 'Nothing was changed because you didn’t enter anything new.',
    })
    const wrong = await renderAdminPage(shop, screen, { form })
    expect(wrong.status).toBe(422)
    expect(wrong.words).toContain('The sender of emails must be one email address')
    expect(wrong.html).toContain('value="127.0.0.1"')
    expect(wrong.html).not.toContain('veiled')
    expect(JSON.stringify(wrong.data)).not.toContain('veiled')

    const right = { ...form, MAIL_FROM: 'orders@shop.example' }
    const factorAt = shop.now()
    pass(11)
    const asked = await renderAdminPage(shop, screen, { form: right, factorAt })
    expect(asked.status).toBe(403)
    expect(shop.config.mail.smtp).toBeNull()
    const saved = await renderAdminPage(shop, screen, { form: right })
    expect(saved.answer).toMatchObject({ done: 'Saved and in effect.' })
    expect(saved.words).toContain('by ann@example.com.')
    expect(saved.words).not.toContain('SMTP_URL is not set')
    expect(saved.words).toContain('No test email has been sent through this mail server yet.')
    expect(saved.html).not.toContain('veiled')
  })

  it('asks for a key of labels only until there is one [SETUP-01]', async () => {
    const words = async (given: Record<string, string>) => {
      const config = readConfig({ GOLD_SOURCES: 'none', ...given })
      const { shop } = await sellingShop(await open(), { config })
      return (await renderAdminPage(shop, screen)).words
    }
    const ask = 'Add an EasyPost key to buy labels here.'
    expect(await words({})).toContain(ask)
    expect(await words({ EASYPOST_API_KEY: 'EZTK1' })).not.toContain(ask)
  })

  it('asks what the shown pieces hang on, until that is written [FACTS-04]', async () => {
    const db = await open()
    const { shop } = await sellingShop(db)
    const message = 'still show the sample chain'
    expect((await renderAdminPage(shop, screen)).words).toContain(`8 products ${message}`)
    const say = (option: string) =>
      db.orm.update(productAttributes).set({ option }).where(eq(productAttributes.name, 'Chain'))
    // As in shops that began before the chain was stated whole.
    await say(earlierChain)
    expect((await renderAdminPage(shop, screen)).words).toContain(`8 products ${message}`)
    await say('14k gold cable, 18 inches, 1.2 mm')
    expect((await renderAdminPage(shop, screen)).words).not.toContain(message)
  })

  it('leads an owner there from Today while something is open, and nobody else [SETUP-07]', async () => {
    const { shop } = await sellingShop(await open())
    const { words, html } = await renderAdminPage(shop, today)
    expect(words).toMatch(
      /Setup isn’t finished\. You have \d+ tasks left, including \d+ to finish before/,
    )
    expect(html).toContain('href="/admin/dashboard/setup"')
    const manager = await renderAdminPage(shop, today, { role: 'manager' })
    expect(manager.words).not.toContain('Setup isn’t finished')
    expect(manager.html).not.toContain('href="/admin/dashboard/setup"')
  })
})
