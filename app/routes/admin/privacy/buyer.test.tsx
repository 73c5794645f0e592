import { RouterContextProvider } from 'react-router'
import { expect, it } from 'vitest'
import type { AppContext } from '#app/.server/app-context.ts'
import { adminContext } from '#app/.server/auth/require-admin.ts'
import { sessionContext } from '#app/.server/auth/session-context.ts'
import { sendEmail } from '#app/.server/emails/jobs/send-emails.ts'
import { recordShipment } from '#app/.server/fulfillment/commands/record-shipment.ts'
import { applyPaymentEvent } from '#app/.server/payments/commands/apply-payment-event.ts'
import { appContext, clientAddressContext } from '#app/.server/platform/http/request-context.ts'
import { exportBuyer } from '#app/.server/privacy/queries/export-buyer.ts'
import { returnTermsSetting } from '#app/.server/settings/return-terms.ts'
import { renderAdminPage, signedIn } from '#tests/support/admin-page.tsx'
import { auditLabels } from '#tests/support/audit-log.ts'
import { onBothDatabases } from '#tests/support/databases.ts'
import { paidOrder, payment, pendingOrder, storedOrder } from '#tests/support/orders.ts'
import { sellingShop } from '#tests/support/selling-shop.ts'
import { readyToSend } from '#tests/support/weighing.ts'
import * as one from '../orders/detail.tsx'
import { action as exportAction } from './buyer.ts'

type Options = NonNullable<Parameters<typeof renderAdminPage>[2]>

const screen = (app: AppContext, id: string, options: Options = {}) =>
  renderAdminPage(app, one, {
    path: '/admin/dashboard/orders/:id',
    address: `/admin/dashboard/orders/${id}`,
    ...options,
  })
const erase = (app: AppContext, id: string, number: string, options: Options = {}) =>
  screen(app, id, { form: { action: 'erase', number }, ...options })

function exported(app: AppContext, id: string, factorAt = app.now()) {
  const context = new RouterContextProvider()
  context.set(appContext, app)
  context.set(adminContext, signedIn)
  context.set(clientAddressContext, '192.0.2.7')
  context.set(sessionContext, { id: 'session', factorAt })
  const request = new Request('http://localhost:3000/', { method: 'POST' })
  const args = { context, params: { id }, request } as unknown as Parameters<typeof exportAction>[0]
  return exportAction(args) as Promise<unknown>
}

async function sentOrder(app: AppContext) {
  const order = await paidOrder(app)
  await recordShipment(app, { ...(await readyToSend(app, order)), tracking: 'UPS 1' })
  await sendEmail(app)
  return order
}

const minutesAgo = (app: AppContext, minutes: number) =>
  new Date(app.now().getTime() - minutes * 60_000)

onBothDatabases('the buyer of an order', (open) => {
  it('is exported as a file, and the log says by whom and from where [PRIVACY-06]', async () => {
    const { shop } = await sellingShop(await open())
    const { id, number, token } = await sentOrder(shop)
    const answer = await exported(shop, id)
    if (!(answer instanceof Response)) throw new Error('no file')
    expect(answer.headers.get('Content-Disposition')).toBe(
      `attachment; filename="${number}-buyer.json"`,
    )
    const text = await answer.text()
    expect(text).toBe(JSON.stringify(await exportBuyer(shop, 'ada@example.com'), null, 2))
    expect(text).toContain('1000 Example Street')
    expect(text).not.toContain(token)
    expect((await auditLabels(shop)).at(-1)).toBe(
      `ann@example.com: exported the buyer’s data of order ${number} (IP address 192.0.2.7)`,
    )
    const entries = (await auditLabels(shop)).length
    expect(await exported(shop, id, minutesAgo(shop, 11))).toMatchObject({
      data: { refused: { code: 'fresh_factor_needed' } },
      init: { status: 403 },
    })
    for (const other of ['nobody', (await pendingOrder(shop)).id]) {
      expect(await exported(shop, other)).toMatchObject({ data: { refused: {} } })
    }
    expect(await auditLabels(shop)).toHaveLength(entries)
  })

  it('is erased once the number was typed, after it was said what goes and what stays [PRIVACY-07]', async () => {
    const { shop, pass } = await sellingShop(await open())
    const { id, number } = await sentOrder(shop)
    pass(1)
    const other = await sentOrder(shop)
    const { words } = await screen(shop, id)
    for (const each of [
      `Permanently removed from ${number}, ${other.number}: name, street, city, ZIP code`,
      'Kept, because tax law requires it: order',
      'Order number',
    ]) {
      expect(words).toContain(each)
    }

    // Not by another number, without a fresh code, or by somebody who is no owner.
    const wrong = await erase(shop, id, other.number)
    expect(wrong.answer).toMatchObject({
      refused: { errors: { number: `Please enter ${number}, the number of this order.` } },
    })
    expect(wrong.html).toContain(`value="${other.number}"`)
    expect(wrong.html).toMatch(/<details open=""><summary[^>]*>Erase buyer/)
    const stale = await erase(shop, id, number, { factorAt: minutesAgo(shop, 11) })
    expect(stale.answer).toMatchObject({ refused: { code: 'fresh_factor_needed' } })
    for (const role of ['manager', 'bench'] as const) {
      const refused = await erase(shop, id, number, { role })
      expect([role, refused.status]).toEqual([role, 403])
      expect(refused.words).not.toContain('Erase buyer')
      expect(refused.data.screen).toBeDefined()
    }
    expect((await storedOrder(shop, id)).order.email).toBe('ada@example.com')

    const done = await erase(shop, id, ` ${number.toLowerCase()} `)
    expect(done.answer).toMatchObject({ done: 'The buyer’s data was erased' })
    expect(done.words).toContain(
      `Erased: name, street, email address, and emails of ${number}, ${other.number}.`,
    )
    expect(done.words).toContain('Earlier backups still have them until those are deleted')
    // The shop's own address, for returns, is no data of the buyer.
    const shown = done.words.replaceAll(returnTermsSetting.defaults.instructions, '')
    expect(shown).not.toMatch(/ada@|Ada Buyer|Example Street/)
    for (const each of [id, other.id]) {
      const { order, history } = await storedOrder(shop, each)
      expect(order).toMatchObject({ email: null, totalCents: other.totalCents })
      expect(history.at(-1)).toMatchObject({ actor: 'staff', by: signedIn.email })
    }
    expect((await auditLabels(shop)).at(-1)).toMatch(
      `ann@example.com: erased name, street, and email address in order ${other.number}`,
    )
    const after = await screen(shop, id)
    expect(after.words).toContain('No email address is stored with this order.')
    expect((await erase(shop, id, number)).answer).toMatchObject({ refused: { code: 'no_buyer' } })
  })

  it('is kept where every order still needs them, and else the one that does [PRIVACY-07]', async () => {
    const { shop } = await sellingShop(await open())
    const paid = await paidOrder(shop)
    const message = `${paid.number} can’t be erased yet. It’s paid but hasn’t shipped yet.`
    expect((await screen(shop, paid.id)).words).toContain(message)
    expect((await screen(shop, paid.id)).html).not.toContain('value="erase"')
    const refused = await erase(shop, paid.id, paid.number)
    expect(refused.status).toBe(409)
    expect(refused.words).toContain(
      `Nothing was erased. Not erased: ${paid.number}. It’s paid but hasn’t shipped yet.`,
    )
    expect((await storedOrder(shop, paid.id)).order.email).toBe('ada@example.com')
    const sent = await sentOrder(shop)
    const done = await erase(shop, sent.id, sent.number)
    expect(done.words).toContain(
      `Erased: name, street, email address, and emails of ${sent.number}.`,
    )
    expect(done.words).toContain(`Not erased: ${paid.number}. It’s paid but hasn’t shipped yet.`)
  })

  it('is also the one of a payment that was declined [PRIVACY-07]', async () => {
    const { shop, pass } = await sellingShop(await open())
    const order = await pendingOrder(shop)
    await applyPaymentEvent(shop, payment(order, { type: 'declined', email: 'bob@example.com' }))
    pass(60)
    expect((await screen(shop, order.id)).words).toContain(
      'All the data we store for bob@example.com',
    )
    const done = await erase(shop, order.id, order.number)
    expect(done.words).toContain(`emails of ${order.number}.`)
    expect((await screen(shop, order.id)).html).not.toContain('bob@example.com')
  })
})
