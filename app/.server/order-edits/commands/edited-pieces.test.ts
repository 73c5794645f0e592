import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import type { AppContext } from '#app/.server/app-context.ts'
import { refundsOfOrder } from '#app/.server/ledger/refunds.ts'
import { piecesToSendOf } from '#app/.server/orders/parcels.ts'
import { linesOfOrder } from '#app/.server/orders/repository.ts'
import { testPayments } from '#app/.server/payments/gateway/test-payments.ts'
import { products } from '#app/.server/platform/db/catalog-schema.ts'
import { cents } from '#app/domain/money/cents.ts'
import { onBothDatabases } from '#tests/support/databases.ts'
import { begun, seen } from '#tests/support/metal.ts'
import { editForm, editingShop, edits, line, paysDifference } from '#tests/support/order-edits.ts'
import { paidOrder } from '#tests/support/orders.ts'
import { changeProducts } from '#tests/support/products.ts'
import { refusal } from '#tests/support/selling-shop.ts'
import { stockOf, thereAre } from '#tests/support/stock.ts'
import { endUnpaidEdits } from '../jobs/end-unpaid-edits.ts'
import { previewEdit } from '../queries/preview-edit.ts'

const small = { productId: '7', size: 'Small', quantity: 1 }
const large = { ...small, size: 'Large' }

const linesOf = (shop: AppContext, { id }: { id: string }) => linesOfOrder(shop.db.orm, id)

onBothDatabases('the pieces of an edited order', (open) => {
  it('that were removed are not sent, even where the provider refused their refund [EDIT-03, PARCEL-10, METAL-03]', async () => {
    const { shop } = await editingShop(await open())
    await begun(shop)
    const order = await paidOrder(shop, [large])
    const refuses = async () => ({ refused: 'The card was closed.' })
    const payments = { ...testPayments(shop), refund: refuses }
    await edits({ ...shop, payments }, order, { lines: [line(0, 'Small', 1)] })
    const [refund] = await refundsOfOrder(shop.db.orm, order.id)
    expect(refund).toMatchObject({ state: 'refused', lines: [{ position: 0, quantity: 1 }] })
    const lines = await linesOf(shop, order)
    expect(await piecesToSendOf(shop.db.orm, order.id, lines, [])).toEqual([
      { line: 1, quantity: 1 },
    ])
    expect(await seen(shop)).toMatchObject({
      owed: lines[1]?.weightMg,
      refundedUnsent: lines[0]?.weightMg,
    })
  })

  it('keep their options, at what these add now, unless a choice is no longer offered [EDIT-01, OPTION-10]', async () => {
    const { shop } = await editingShop(await open())
    const finish = [
      { name: 'Finish', choice: 'Polished', price: cents(0), mg: 0 },
      { name: 'Finish', choice: 'Matte', price: cents(25_00), mg: 400 },
    ]
    const offers = (options: typeof finish) =>
      changeProducts(shop, { options }, eq(products.id, '7'))
    await offers(finish)
    const matte = [{ name: 'Finish', choice: 'Matte' }]
    const order = await paidOrder(shop, [{ ...large, options: matte }])
    const [sold] = await linesOf(shop, order)
    await edits(shop, order, { lines: [line(0, 'Small', 1)] })
    const [, resized] = await linesOf(shop, order)
    expect(resized).toMatchObject({ size: 'Small', options: [finish[1]] })
    const polished = [{ name: 'Finish', choice: 'Polished' }]
    const plain = await paidOrder(shop, [{ ...small, options: polished }])
    const [included] = await linesOf(shop, plain)
    expect(included?.options).toEqual([finish[0]])
    expect(Number(resized?.weightMg) - Number(included?.weightMg)).toBe(400)
    expect(Number(resized?.feeCents) - Number(included?.feeCents)).toBe(25_00)

    const added = { ...{ at: 0, piece: `${sold?.name}, Small`, quantity: 1 }, engraving: '' }
    await edits(shop, plain, {
      lines: [line(0, 'Small', 0)],
      added: [{ ...added, options: [finish[1] as (typeof finish)[0]] }],
    })
    expect((await paysDifference(shop, plain)).taken?.outcome).toBe('paid')
    expect((await linesOf(shop, plain))[1]).toMatchObject({
      ...{ options: [finish[1]], lineTotalCents: resized?.lineTotalCents },
    })
    await offers(finish.slice(0, 1))
    const plainOne = { ...added, options: [] }
    const removes = await editForm(shop, order, { lines: [line(1, 'Small', 0)], added: [plainOne] })
    expect((await previewEdit(shop, removes)).removed).toEqual([
      { title: `1 × ${sold?.name}, Small, Finish: Matte` },
    ])
    const more = edits(shop, order, { lines: [line(1, 'Small', 2)] })
    expect((await refusal(more)).message).toContain('“Finish: Matte” is no longer offered')
    expect(await linesOf(shop, order)).toHaveLength(2)
  })

  it('stay with the order where only an engraving is added, also where none is left to sell [EDIT-01, EDIT-06]', async () => {
    const { shop, goldBecomes, pass } = await editingShop(await open())
    const engraves = { engravingFeeCents: 6000, engravingMax: 12 }
    await changeProducts(shop, engraves, eq(products.id, '7'))
    await thereAre(shop, '7', 1)
    const order = await paidOrder(shop)
    const counts = { pieces: 0, reserved: 0, claimed: { reserved: 0, sold: 1 } }
    expect(await stockOf(shop, '7')).toEqual(counts)
    const engraved = { lines: [line(0, 'Small', 1, 'For Ada')] }
    await edits(shop, order, engraved)
    expect(await stockOf(shop, '7')).toEqual(counts)
    pass(25 * 60 + 1)
    await goldBecomes('130')
    expect(await endUnpaidEdits(shop)).toBe(1)
    expect(await stockOf(shop, '7')).toEqual(counts)
    await edits(shop, order, engraved)
    expect((await paysDifference(shop, order)).taken?.outcome).toBe('paid')
    expect(await linesOf(shop, order)).toMatchObject([{}, { engraving: 'For Ada', quantity: 1 }])
    expect(await stockOf(shop, '7')).toEqual(counts)
    // One more would be a piece that is not there.
    const more = edits(shop, order, { lines: [line(1, 'Small', 2)] })
    expect(await refusal(more)).toMatchObject({ code: 'not_enough_left' })
  })
})
