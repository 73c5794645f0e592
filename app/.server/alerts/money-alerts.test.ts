import { asc, eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import type { AppContext } from '#app/.server/app-context.ts'
import { createAdmin } from '#app/.server/auth/commands/create-admin.ts'
import {
  applyProductChange,
  undoProductChange,
} from '#app/.server/catalog/commands/apply-product-change.ts'
import { planBulkChange } from '#app/.server/catalog/commands/plan-bulk-change.ts'
import { createProduct, updateProduct } from '#app/.server/catalog/commands/save-product.ts'
import { recordOfflinePayment } from '#app/.server/payments/commands/record-offline-payment.ts'
import { admins, alerts } from '#app/.server/platform/db/auth-schema.ts'
import { emailOutbox } from '#app/.server/platform/db/schema.ts'
import { emptySize } from '#app/contracts/catalog/product.ts'
import { cents } from '#app/domain/money/cents.ts'
import { firstAdmin } from '#tests/support/admin.ts'
import { onBothDatabases } from '#tests/support/databases.ts'
import { productToSave } from '#tests/support/product-drafts.ts'
import { sellingShop } from '#tests/support/selling-shop.ts'
import { asStaff, madeOrder } from '#tests/support/staff-orders.ts'
import type { AlertContent } from './alert.ts'
import { alertMessages } from './alert-messages.ts'
import { shownAlerts } from './queries/shown-alerts.ts'

const by = 'max@example.com'

async function told(app: AppContext, kind: string) {
  const raised = await app.db.orm
    .select()
    .from(alerts)
    .where(eq(alerts.kind, kind))
    .orderBy(asc(alerts.at), asc(alerts.id))
  return raised.map((alert) => alertMessages(alert as AlertContent))
}

onBothDatabases('owners are told', (open) => {
  it('of a price that a save moves by more than 20%, and of no smaller one [ALERT-06]', async () => {
    const { shop } = await sellingShop(await open())
    const size = { ...emptySize, size: 'Small', weight: '10', fee: '1000' }
    const with_ = (fee: string) => productToSave({ sizes: [{ ...size, fee }] })
    const { id } = await createProduct(shop, { by, product: with_('1000') })
    // $2,300.00 and 20% less.
    await updateProduct(shop, { id, revision: 1, by, changes: with_('540') })
    expect(await told(shop, 'prices-changed')).toEqual([])
    await updateProduct(shop, { id, revision: 2, by, changes: with_('0') })
    expect(await told(shop, 'prices-changed')).toMatchObject([
      {
        subject: 'Prices changed: Salish Wave',
        sentence:
          'max@example.com changed a price or weight by more than 20%: Salish Wave, Small, from $1,840.00 to $1,300.00.',
        screen: { path: `/admin/products/edit/${id}` },
      },
    ])
  })

  it('once of a change of many products, and once of its undoing [ALERT-06]', async () => {
    const { shop, pass } = await sellingShop(await open())
    const change = {
      ...{ active: null, featured: null, category: null },
      fee: { how: 'percent', hundredths: -10_000, size: null },
    } as const
    const id = await planBulkChange(shop, { chosen: { ids: ['5', '7'] }, change, by })
    await applyProductChange(shop, { id, by })
    pass(1)
    await undoProductChange(shop, { id, by })
    const [made, undone] = await told(shop, 'prices-changed')
    expect(made?.subject).toBe('Prices of 2 products changed')
    expect(made?.sentence).toContain(
      'The largest change: Fir Cone, Small, from $2,596.00 to $1,846.00',
    )
    expect(made?.screen.path).toBe(`/admin/dashboard/products/changes/${id}`)
    expect(undone?.sentence).toContain('from $1,846.00 to $2,596.00')
    expect(await told(shop, 'prices-changed')).toHaveLength(2)
  })

  it('of each payment that staff record themselves, by mail, and of nothing about its payer [ALERT-07]', async () => {
    const { shop } = await sellingShop(await open())
    const owner = await firstAdmin(shop)
    const order = await madeOrder(shop)
    const asked = {
      ...({ kind: 'cash', amount: cents(1_550_00) } as const),
      ...{ payer: 'Grace Payer', reference: 'no. 7', receivedOn: '2026-03-11' },
      ...(await asStaff(shop, order, by)),
    }
    await recordOfflinePayment(shop, asked)
    await recordOfflinePayment(shop, asked)
    const [alert, ...more] = await told(shop, 'payment-recorded')
    expect(more).toEqual([])
    expect(alert).toMatchObject({
      subject: `Payment recorded manually: ${order.number}`,
      sentence: `max@example.com recorded that $1,550.00 of order ${order.number} was paid in cash. No payment provider has confirmed it.`,
    })
    expect(JSON.stringify(alert)).not.toContain('Grace')
    const emails = await shop.db.orm.select().from(emailOutbox).where(eq(emailOutbox.kind, 'alert'))
    expect(emails.map(({ recipient }) => recipient)).toContain(owner.email)
  })

  it('but not of their own ordinary work, neither by mail nor on the health strip [ALERT-08]', async () => {
    const { shop, pass } = await sellingShop(await open())
    const owner = await firstAdmin(shop)
    const oda = { email: 'oda@example.com', password: 'a third sentence of gold' }
    const actor = { type: 'command', id: 'a test' } as const
    const other = await createAdmin(shop, { ...oda, actor, role: 'owner' })
    pass(1)
    const order = await madeOrder(shop)
    await recordOfflinePayment(shop, {
      ...({ kind: 'cash', amount: cents(1_550_00) } as const),
      ...{ payer: 'Grace Payer', reference: '', receivedOn: '2026-03-11' },
      ...(await asStaff(shop, order, owner.email)),
    })
    const told = await shop.db.orm
      .select({ recipient: emailOutbox.recipient })
      .from(emailOutbox)
      .innerJoin(alerts, eq(alerts.id, emailOutbox.alertId))
      .where(eq(alerts.kind, 'payment-recorded'))
    expect(told).toEqual([{ recipient: oda.email }])
    const [ann] = await shop.db.orm.select().from(admins).where(eq(admins.email, owner.email))
    const shownTo = async (adminId: string) =>
      (await shownAlerts(shop, { adminId, device: null })).alerts.map(({ sentence }) => sentence)
    expect(await shownTo(ann?.id ?? '')).not.toContainEqual(
      expect.stringContaining('recorded that'),
    )
    expect(await shownTo(other.id)).toEqual([expect.stringContaining('recorded that')])
  })
})
