import { expect, it } from 'vitest'
import type { AppContext } from '#app/.server/app-context.ts'
import { sendConfirmationAgain } from '#app/.server/emails/commands/retry-email.ts'
import { EmailRefused } from '#app/.server/emails/gateway/email-gateway.ts'
import { sendEmail } from '#app/.server/emails/jobs/send-emails.ts'
import { correctBuyer } from '#app/.server/fulfillment/commands/correct-buyer.ts'
import { recordShipment } from '#app/.server/fulfillment/commands/record-shipment.ts'
import { todayPage } from '#app/.server/reports/queries/today-page.ts'
import { firstAdmin } from '#tests/support/admin.ts'
import { renderAdminPage } from '#tests/support/admin-page.tsx'
import { onBothDatabases } from '#tests/support/databases.ts'
import {
  buyerAddress,
  paidOrder,
  pendingOrder,
  seenByStaff,
  storedOrder,
} from '#tests/support/orders.ts'
import { sendsAnyTotal } from '#tests/support/returns.ts'
import { refusal, sellingShop } from '#tests/support/selling-shop.ts'
import { readyToSend } from '#tests/support/weighing.ts'
import * as alertsRoute from '../alerts.ts'
import * as one from './detail.tsx'

const at = (id: string) => ({
  path: 'admin/dashboard/orders/:id',
  address: `/admin/dashboard/orders/${id}`,
})

/** Sends the form of an email from the page of its order. */
const press = (shop: AppContext, id: string, form: Record<string, string>) =>
  renderAdminPage(shop, one, { ...at(id), form })

/** Those that the page offers to send again or to dismiss. */
const emailIdsIn = (html: string) => [
  ...new Set([...html.matchAll(/name="mail" value="([0-9a-f-]{36})"/g)].map(([, id]) => id ?? '')),
]

onBothDatabases('mails in the admin area', (open) => {
  it('are shown with their order, words and all, where there is no mail server [MAIL-04]', async () => {
    const { shop } = await sellingShop(await open())
    const order = await paidOrder(shop)
    const queued = await renderAdminPage(shop, one, at(order.id))
    expect(queued.words).toContain('To buyer: Order confirmation Waiting to be sent')
    await sendEmail(shop)
    const { words } = await renderAdminPage(shop, one, at(order.id))
    expect(words).toContain('Emails aren’t being sent because email isn’t set up yet.')
    expect(words).toContain('To buyer: Order confirmation Saved, not sent (ada@example.com)')
    expect(words).toContain(`Thank you. We’ve received your payment for order ${order.number}.`)
    expect(words).not.toContain('Send again')
  })

  it('that were given up say why, stand in the strip, and can be sent again [MAIL-03]', async () => {
    let takes = false
    const email = {
      send: async () => {
        if (!takes) throw new EmailRefused('550 No mailbox here', { permanent: true, code: '550' })
      },
    }
    const { shop } = await sellingShop(await open(), { mail: email })
    const order = await paidOrder(shop)
    await sendEmail(shop)
    const failed = await renderAdminPage(shop, one, at(order.id))
    expect(failed.words).toContain(
      'Not sent to ada@example.com after 1 attempt 550 No mailbox here',
    )
    expect(failed.words).toContain('2 emails couldn’t be sent')
    takes = true
    const ids = emailIdsIn(failed.html)
    expect(ids).toHaveLength(2)
    for (const id of ids) {
      const { answer } = await press(shop, order.id, { action: 'send again', mail: id })
      expect(answer).toEqual({ done: expect.stringMatching(/^Sent to .*@.*\.$/) })
    }
    const { words } = await renderAdminPage(shop, one, at(order.id))
    expect(words).toContain('Sent to ada@example.com')
    expect(words).not.toContain('couldn’t be sent')
  })

  it('that were given up can be dismissed, and ask for a look again when they fail again [MAIL-10]', async () => {
    const email = {
      send: async () => {
        throw new EmailRefused('550 No mailbox here', { permanent: true, code: '550' })
      },
    }
    const { shop } = await sellingShop(await open(), { mail: email })
    const order = await paidOrder(shop)
    await sendEmail(shop)
    expect((await todayPage(shop, 'owner')).work.mail).toBe(1)
    const { html } = await renderAdminPage(shop, one, at(order.id))
    expect(html).toContain('aria-label="Dismiss: To buyer: Order confirmation"')
    const ids = emailIdsIn(html)
    expect(ids).toHaveLength(2)
    for (const id of ids) await press(shop, order.id, { action: 'dismiss mail', mail: id })
    const { words } = await renderAdminPage(shop, one, at(order.id))
    expect(words).not.toContain('couldn’t be sent')
    expect((await todayPage(shop, 'owner')).work.mail).toBe(0)
    const { events } = await storedOrder(shop, order.id)
    expect(events.filter(({ action }) => action === 'order.mail_dismissed')).toHaveLength(2)
    const again = await press(shop, order.id, { action: 'send again', mail: ids[0] ?? '' })
    expect(again.words).toContain('Not sent: 550 No mailbox here. The shop won’t try again.')
    expect((await todayPage(shop, 'owner')).work.mail).toBe(1)
  })

  it('to staff that could not be sent are dismissed by an owner or a manager, until another one fails [MAIL-12]', async () => {
    const email = {
      send: async () => {
        throw new EmailRefused('550 No mailbox here', { permanent: true, code: '550' })
      },
    }
    const { shop, goldBecomes, pass } = await sellingShop(await open(), { mail: email })
    await firstAdmin(shop)
    const order = await pendingOrder(shop)
    pass(1)
    await goldBecomes('131')
    await sendEmail(shop)
    const strip = async (role: 'owner' | 'bench') =>
      (await renderAdminPage(shop, one, { ...at(order.id), role })).words
    const notice = /emails? to staff couldn’t be sent in the last week\. The log says why\. Dismiss/
    const path = { path: 'admin/alerts', address: '/admin/alerts' }
    const dismiss = { ...alertsRoute, default: () => null }
    const asBench = renderAdminPage(shop, dismiss, {
      ...path,
      ...{ role: 'bench', form: { action: 'dismiss unsent' } },
    })
    await asBench.catch(() => null)
    expect(await strip('bench')).not.toMatch(notice)
    expect(await strip('owner')).toMatch(notice)
    const asOwner = renderAdminPage(shop, dismiss, { ...path, form: { action: 'dismiss unsent' } })
    await expect(asOwner).rejects.toThrow('redirects')
    expect(await strip('owner')).not.toContain('couldn’t be sent')
    await goldBecomes('132')
    await sendEmail(shop)
    expect(await strip('owner')).toMatch(notice)
  })

  it('the confirmation is sent again to the corrected address, three times a day at most, with history and log [MAIL-11]', async () => {
    const sent: string[] = []
    const email = { send: async ({ to }: { to: string }) => void sent.push(to) }
    const { shop, pass } = await sellingShop(await open(), { mail: email as never })
    const order = await paidOrder(shop)
    await sendEmail(shop)
    await correctBuyer(shop, {
      ...(await seenByStaff(shop, order)),
      ...{ email: 'ada.buyer@example.com', address: buyerAddress },
    })
    // The new link to the order [PRIVACY-10].
    await sendEmail(shop)
    sent.length = 0
    const again = async () => {
      for (const _time of [1, 2]) {
        const { answer } = await press(shop, order.id, { action: 'confirm again' })
        expect(answer).toEqual({ done: 'Sent to ada.buyer@example.com.' })
      }
      pass(1)
    }
    for (let time = 0; time < 3; time += 1) await again()
    expect(sent).toEqual(Array(3).fill('ada.buyer@example.com'))
    const refused = refusal(
      sendConfirmationAgain(shop, { orderId: order.id, by: 'ann@example.com' }),
    )
    expect((await refused).message).toContain('3 times in 24 hours')
    pass(24 * 60)
    await again()
    expect(sent).toHaveLength(4)
    const { history, events } = await storedOrder(shop, order.id)
    expect(history.filter(({ why }) => why.includes('confirmation was sent again'))).toHaveLength(4)
    expect(events.filter(({ action }) => action.endsWith('sent_again'))).toHaveLength(4)
  })

  it('that went to an address before it was corrected are named, and sent to the present one, each once [MAIL-14, MAIL-15]', async () => {
    const sent: { to: string; subject: string }[] = []
    let reason: string | null = null
    const mail = {
      send: async ({ to, subject }: { to: string; subject: string }) => {
        if (reason !== null) throw new EmailRefused(reason, { permanent: true, code: '550' })
        sent.push({ to, subject })
      },
    }
    const { shop, pass } = await sellingShop(await open(), { mail: mail as never })
    await sendsAnyTotal(shop)
    const two = [{ productId: '7', size: 'Small', quantity: 2 }]
    const order = await paidOrder(shop, two)
    pass(1)
    await recordShipment(shop, {
      ...(await readyToSend(shop, order)),
      ...{ tracking: '1Z999AA10123456784', carrier: 'ups', pieces: [{ line: 0, quantity: 1 }] },
    })
    await sendEmail(shop)
    const page = async () => (await renderAdminPage(shop, one, at(order.id))).words
    expect(await page()).not.toContain('hasn’t received')
    const corrected = async (email: string) =>
      correctBuyer(shop, {
        ...(await seenByStaff(shop, order)),
        ...{ email, address: buyerAddress },
      })
    await corrected('ada.buyer@example.com')
    const missed =
      'ada.buyer@example.com hasn’t received these emails. They went only to ada@example.com'
    expect(await page()).toContain(`${missed}: Order confirmation; Order shipped.`)
    await sendEmail(shop)
    sent.length = 0
    const pressed = () => press(shop, order.id, { action: 'send to new address' })
    expect((await pressed()).answer).toEqual({
      done: '2 emails were sent to ada.buyer@example.com.',
    })
    expect(sent.map(({ to }) => to)).toEqual(Array(2).fill('ada.buyer@example.com'))
    const subjects = sent.map(({ subject }) => subject).join('\n')
    expect(subjects).toContain('confirmed')
    expect(subjects).toContain('on its way')
    expect((await pressed()).answer).toEqual({ done: 'Nothing is left to send.' })
    expect(sent).toHaveLength(2)
    expect(await page()).not.toContain('hasn’t received')
    const { history, events } = await storedOrder(shop, order.id)
    const told = history.map(({ why }) => why)
    expect(told).toContain('2 emails that went to the old address are being sent to the new one.')
    expect(events.filter(({ action }) => action.endsWith('to_new_address'))).toHaveLength(1)

    pass(5)
    await corrected('nobody@example.com')
    reason = '550 No mailbox here'
    const { words } = await pressed()
    expect(words).toContain('Not sent: 550 No mailbox here.')
  })
})
