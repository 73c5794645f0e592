import { expect, it } from 'vitest'
import type { AppContext } from '#app/.server/app-context.ts'
import { renderAdminPage } from '#tests/support/admin-page.tsx'
import { onBothDatabases } from '#tests/support/databases.ts'
import { begun, formKey, seen } from '#tests/support/metal.ts'
import { paidOrder } from '#tests/support/orders.ts'
import { sellingShop } from '#tests/support/selling-shop.ts'
import * as today from '../reports/today.tsx'
import * as tab from './page.tsx'

const post = (app: AppContext, form: Record<string, string>) =>
  renderAdminPage(app, tab, { form: { key: formKey(), ...form } })

const purchase = {
  ...{ action: 'purchase', weight: '31.10', unit: 'g', paid: '4,000.00' },
  ...{ party: 'A refiner', day: '2026-03-11', note: '' },
}

onBothDatabases('the Metal screen', (open) => {
  it('says first what is to be bought, and what the ledger needs to begin [METAL-02, METAL-04]', async () => {
    const { shop } = await sellingShop(await open())
    expect((await renderAdminPage(shop, tab)).words).toContain('Nothing to buy')
    await paidOrder(shop)
    const { words } = await renderAdminPage(shop, tab)
    expect(words).toContain(
      'Buy 14.2 g You’ve sold this gold but haven’t bought it yet. At $130.00 a gram, it costs $1,846.00.',
    )
    expect(words).toContain('Start the ledger')
    expect(words).not.toContain('Record a purchase')
    // It begins once: a press on empty fields begins nothing.
    const empty = await post(shop, { action: 'begin', stock: '', pieces: '', paid: '' })
    expect(empty.status).toBe(400)
    expect(empty.words).toContain('Enter 0 for nothing.')
    expect(empty.words).toContain('Start the ledger')
    const done = await post(shop, { action: 'begin', stock: '10', pieces: '', paid: '' })
    expect(done.answer).toEqual({ done: 'The ledger has started.' })
    expect(done.words).toContain('Buy 4.2 g')
    const bought = await post(shop, { ...purchase, weight: '1', unit: 'ozt' })
    expect(bought.answer).toEqual({ done: 'Bought 31.104 g for $4,000.00.' })
    expect(bought.words).toContain(
      'Nothing to buy All the gold you’ve sold is on hand. You have 26.904 g more',
    )
    expect(bought.words).toContain('2. Bought')
  })

  it('refuses each slip in words and keeps what was typed [METAL-05]', async () => {
    const { shop } = await sellingShop(await open())
    await begun(shop)
    for (const weight of ['0', '-1', '1e9', '28,9', '28.905', '1 kg', '']) {
      const refused = await post(shop, { ...purchase, weight })
      expect(refused.status, weight).toBe(400)
      expect(refused.words).toContain('Please enter grams above zero')
      expect(refused.html).toContain('value="A refiner"')
    }
    for (const paid of ['0', '-5', '', '1.234', 'free', '99999999']) {
      const refused = await post(shop, { ...purchase, paid })
      expect(refused.words, paid).toContain('Please enter dollars above zero')
    }
    const ounces = await post(shop, { ...purchase, weight: '31.1 g', unit: 'ozt' })
    expect(ounces.words).toContain('Please enter troy ounces')
    const unit = await post(shop, { ...purchase, unit: 'dwt' })
    expect(unit.words).toContain('Please choose grams or troy ounces.')
    expect((await post(shop, { ...purchase, day: '2026-02-30' })).status).toBe(400)
    const moved = { ...purchase, action: 'move', kind: 'cast' }
    expect((await post(shop, moved)).words).toContain('Enter dollars only for gold that was sold.')
    expect((await post(shop, { ...moved, kind: 'scrap', paid: '' })).status).toBe(400)
    expect((await post(shop, { ...moved, kind: 'stolen', paid: '' })).status).toBe(400)
    expect((await post(shop, { ...moved, weight: '1', paid: '' })).status).toBe(409)
    expect((await post(shop, { ...purchase, party: ' ' })).status).toBe(400)
    expect((await post(shop, { ...purchase, day: '2026-03-12' })).status).toBe(409)
    expect((await post(shop, { action: 'take-back', entry: '1', reason: ' ' })).status).toBe(400)
    expect((await seen(shop)).stock).toBe(0)
  })

  it('says what is wrong beside the fields of the form that was sent alone [METAL-05]', async () => {
    const { shop } = await sellingShop(await open())
    await begun(shop)
    const day = '2026-03-12'
    for (const wrong of [{ weight: '0' }, { paid: '0' }, { day }]) {
      const refused = await post(shop, { ...purchase, ...wrong })
      expect(refused.html.match(/aria-invalid="true"/g), JSON.stringify(wrong)).toHaveLength(1)
    }
    const limits = await post(shop, { action: 'limits', loss: '0', grams: '0' })
    expect(limits.html.match(/aria-invalid="true"/g)).toHaveLength(2)
  })

  it('asks again before what is probably a slip, by a box to tick [METAL-05]', async () => {
    const { shop } = await sellingShop(await open())
    await begun(shop)
    const asked = await post(shop, { ...purchase, weight: '1' })
    expect(asked.status).toBe(409)
    expect(asked.words).toContain('It’s correct as entered')
    expect((await seen(shop)).stock).toBe(0)
    const sure = await post(shop, { ...purchase, weight: '1', sure: 'yes' })
    expect(sure.answer).toEqual({ done: 'Bought 1.00 g for $4,000.00.' })
  })

  it('sets limits, and Today says where one is passed, to the office alone [METAL-09, METAL-11]', async () => {
    const { shop } = await sellingShop(await open())
    await begun(shop)
    await paidOrder(shop)
    const bad = await post(shop, { action: 'limits', loss: '-1', grams: '' })
    expect(bad.status).toBe(400)
    await post(shop, { action: 'limits', loss: '', grams: '10' })
    expect((await renderAdminPage(shop, tab)).words).toContain('Over your limit since')
    const words = async (role: 'manager' | 'bench') =>
      (await renderAdminPage(shop, today, { role })).words
    expect(await words('manager')).toContain('Gold to buy is over your limit')
    expect(await words('bench')).not.toContain('Gold to buy')
  })
})
