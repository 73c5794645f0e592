import { expect, it } from 'vitest'
import type { AppContext } from '#app/.server/app-context.ts'
import { printForBox } from '#app/.server/certificates/commands/print-for-box.ts'
import { recordShipment } from '#app/.server/fulfillment/commands/record-shipment.ts'
import type { LabelGateway } from '#app/.server/fulfillment/gateway/label-gateway.ts'
import { labels } from '#app/.server/platform/db/label-schema.ts'
import { currentSigningKey } from '#app/.server/signing/signing-key.ts'
import { cents } from '#app/domain/money/cents.ts'
import { renderAdminPage } from '#tests/support/admin-page.tsx'
import { onRecord } from '#tests/support/certificates.ts'
import { onBothDatabases } from '#tests/support/databases.ts'
import { paidOrder, seenByStaff } from '#tests/support/orders.ts'
import { sellingShop } from '#tests/support/selling-shop.ts'
import * as one from './detail.tsx'

onBothDatabases('the screen of an order', (open) => {
  const words = async (shop: AppContext, id: string) => {
    const path = '/admin/dashboard/orders/:id'
    return (await renderAdminPage(shop, one, { path, address: path.replace(':id', id) })).words
  }

  it('says that a piece left without a certificate, and what it waits for [CERT-11]', async () => {
    const { shop } = await sellingShop(await open())
    const order = await paidOrder(shop)
    await onRecord(shop, order.id)
    await currentSigningKey(shop)
    const lost = { ...shop, secret: 'another secret of the shop, 32 characters' }
    const says = '1 piece shipped without a certificate'
    expect(await words(lost, order.id)).not.toContain(says)
    await recordShipment(lost, { ...(await seenByStaff(lost, order)), tracking: 'UPS 1Z' })
    expect(await words(lost, order.id)).toContain(says)
  })

  it('says before a piece is sent, and after, that its claim code was not printed; a second print asks [CERT-13, CERT-15]', async () => {
    const { shop } = await sellingShop(await open())
    const order = await paidOrder(shop)
    await onRecord(shop, order.id)
    const before = 'A certificate for the box hasn’t been printed'
    const after =
      '1 piece shipped without a claim code because no certificate was printed for the box.'
    expect(await words(shop, order.id)).toContain(before)
    const printed = await paidOrder(shop)
    await onRecord(shop, printed.id)
    await printForBox(shop, { id: printed.id, by: 'ann@example.com' })
    expect(await words(shop, order.id)).not.toContain('Print certificates again')
    const again = await words(shop, printed.id)
    expect(again).not.toContain(before)
    expect(again).toContain('Print certificates again…')
    expect(again).toContain('the codes on the earlier sheets stop working,')
    for (const { id } of [order, printed]) {
      await recordShipment(shop, { ...(await seenByStaff(shop, { id })), tracking: 'UPS 1Z' })
    }
    const sent = await words(shop, order.id)
    expect(sent).toContain(after)
    expect(sent).not.toContain(before)
    expect(await words(shop, printed.id)).not.toContain(after)
  })

  it('offers to fetch the file of a label only where it can be had [LABEL-10]', async () => {
    const { shop } = await sellingShop(await open())
    shop.labels = { name: 'EasyPost', live: false } as LabelGateway
    for (const fileUrl of [null, 'https://labels.example/1.pdf']) {
      const { id } = await paidOrder(shop)
      const at = shop.now()
      await shop.db.orm.insert(labels).values({
        ...{ orderId: id, provider: 'easypost', livemode: false, shipment: `shp_${id}` },
        ...{ state: 'bought', rates: [], rate: 'rate_1', service: 'USPS Priority', costCents: 690 },
        asked: {
          box: { length: 80, width: 60, height: 40, weight: 125 },
          ...{ pieces: [{ line: 0, quantity: 1 }], insured: false, signature: true },
          declared: cents(1000),
        },
        ...{ offeredAt: at, offeredTo: 'ann@example.com', boughtBy: 'ann@example.com' },
        ...{
          askedAt: at,
          boughtAt: at,
          carrier: 'usps',
          tracking: `94001112010808054830${fileUrl ? 1 : 2}`,
        },
        fileUrl,
      })
      const found = await words(shop, id)
      expect(found.includes('Get its file')).toBe(fileUrl !== null)
      expect(found.includes('Its file is no longer available to print.')).toBe(fileUrl === null)
    }
  })
})
