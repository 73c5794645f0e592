import { expect, it } from 'vitest'
import type { AppContext } from '#app/.server/app-context.ts'
import { productionCosts, tradeIns } from '#app/.server/platform/db/trade-in-schema.ts'
import { tradeInTermsSetting } from '#app/.server/settings/trade-in-terms.ts'
import { requestTradeIn } from '#app/.server/trade-ins/commands/request-trade-in.ts'
import type { Role } from '#app/domain/access/rights.ts'
import { renderAdminPage } from '#tests/support/admin-page.tsx'
import { onBothDatabases } from '#tests/support/databases.ts'
import { sellingShop } from '#tests/support/selling-shop.ts'
import {
  agreedTradeIn,
  noted,
  offeredTradeIn,
  offersAll,
  ownedPiece,
  requestOf,
  seller,
  tradeInBy,
  tradeInKey,
} from '#tests/support/trade-ins.ts'
import * as costs from './costs.tsx'
import * as detail from './detail.tsx'
import * as list from './list.tsx'
import * as begin from './new.tsx'
import * as terms from './terms.tsx'

const path = '/admin/dashboard/trade-ins/:id'

async function open(
  app: AppContext,
  token: string,
  { role = 'owner', form }: { role?: Role; form?: Record<string, string> } = {},
) {
  const { id, revision } = await tradeInBy(app, token)
  return renderAdminPage(app, detail, {
    ...{ path, role, address: `/admin/dashboard/trade-ins/${id}` },
    ...(form && { form: { revision: String(revision), key: tradeInKey(), ...form } }),
  })
}

async function requested(app: AppContext) {
  const { code, certificate } = await ownedPiece(app)
  const asked = { ...requestOf('sell-back', code), certificateId: certificate.id }
  return (await requestTradeIn(app, asked)).token
}

onBothDatabases('the screens of trade-ins', (database) => {
  const offeringShop = async () => {
    const { shop } = await sellingShop(await database())
    await offersAll(shop)
    return shop
  }

  it('the list has what needs action, and leads a role only where it may go [TRADE-55]', async () => {
    const shop = await offeringShop()
    expect((await renderAdminPage(shop, list)).words).toContain('No trade-ins need action.')
    const { row } = await tradeInBy(shop, await requested(shop))
    const owner = await renderAdminPage(shop, list)
    expect(owner.words).toContain(`Needs action (1)`)
    expect(owner.words).toContain(`${row.number} Test Sell-back: ${row.name}`)
    for (const link of ['New trade-in', 'Production costs', 'Trade-in terms']) {
      expect(owner.words).toContain(link)
      expect((await renderAdminPage(shop, list, { role: 'bench' })).words).not.toContain(link)
    }
  })

  it('a trade-in begun by hand needs no certificate, and pressed twice is one [TRADE-56]', async () => {
    const shop = await offeringShop()
    const form = { action: 'begin', key: tradeInKey(), kind: 'sell-back', name: 'Cy Walker' }
    const wrong = await renderAdminPage(shop, begin, {
      form: { ...form, piece: 'A ring', grams: '28,9' },
    })
    expect(wrong.status).toBe(400)
    expect(wrong.html).toContain('value="28,9"')
    expect(wrong.html).toContain(`value="${form.key}"`)
    for (let press = 0; press < 2; press += 1) {
      const answer = renderAdminPage(shop, begin, { form: { ...form, piece: 'A ring' } })
      await expect(answer).rejects.toThrow('redirects')
    }
    const rows = await shop.db.orm.select().from(tradeIns)
    expect(rows.map(({ name, certificateId }) => [name, certificateId])).toEqual([['A ring', null]])
  })

  it('each role has the forms of its rights, and what was refused stays typed [TRADE-57]', async () => {
    const shop = await offeringShop()
    const token = await requested(shop)
    const owner = await open(shop, token)
    expect(owner.words).toContain('Approve')
    expect(owner.words).toContain('Decline the request')
    const bench = await open(shop, token, { role: 'bench' })
    expect(bench.words).not.toContain('Approve')
    expect(bench.words).toContain('Add a note')
    const accepted = await open(shop, token, {
      form: { action: 'trade-in-accept', instructions: 'To us.' },
    })
    expect(accepted.answer).toEqual({ done: 'The trade-in was approved.' })
    const refused = await open(shop, token, {
      role: 'bench',
      form: { action: 'trade-in-weigh', grams: '28,9', fineness: '999.9', maker: 'ours' },
    })
    expect(refused.status).toBe(400)
    expect(refused.html).toMatch(/name="grams"[^>]*value="28,9"/)
    expect(refused.html).toMatch(/name="fineness"[^>]*value="999.9"/)
    expect(refused.words).toContain('no more than two decimals')
  })

  it('shows money beside the limit of purchases from the public [TRADE-58]', async () => {
    const shop = await offeringShop()
    const { token } = await agreedTradeIn(shop, 'sell-back')
    const { words } = await open(shop, token)
    expect(words).toContain('Purchases from the public, last 12 months $0.00 of $50,000.00')
    expect(words).toContain('Still owed to the customer')
    const early = await open(shop, token, {
      form: {
        ...{ action: 'trade-in-payout', kind: 'check', reference: 'Check 7' },
        ...{ paidOn: '2026-03-11', sanctions: 'yes' },
      },
    })
    expect(early.status).toBe(422)
    expect(early.words).toContain('Record the seller’s identity before you pay')
    expect(early.html).toMatch(/name="reference"[^>]*value="Check 7"/)
  })

  it('a seller’s identity is shown to an owner of the shop who asks, and to nobody else [TRADE-59]', async () => {
    const shop = await offeringShop()
    const { token } = await offeredTradeIn(shop, 'sell-back')
    expect((await open(shop, token)).words).toContain('Needed before you pay: full name, address')
    await noted(shop, token)
    const form = { action: 'trade-in-read-identity' }
    expect((await open(shop, token)).words).not.toContain(seller.idNumber)
    expect((await open(shop, token, { form })).words).toContain(seller.idNumber)
    expect((await open(shop, token, { role: 'manager' })).html).not.toContain('read-identity')
    const manager = await open(shop, token, { role: 'manager', form })
    expect(manager.status).toBe(403)
    expect(manager.html).not.toContain(seller.idNumber)
  })

  it('terms say what is wrong beside its field, and keep what was typed [TRADE-60]', async () => {
    const shop = await offeringShop()
    const form = {
      ...{ kinds: ['recast', 'sell-back'], exchangeRate: '95', sellBackRate: '150' },
      ...{ offerDays: '7', creditDays: '90', instructions: 'To us.', taxStates: 'CA, XX' },
      ...{ retentionDays: '1095', 'identity-name': 'all', 'identity-vehicle': 'tx, ny' },
    }
    const wrong = await renderAdminPage(shop, terms, { form })
    expect(wrong.status).toBe(400)
    expect(wrong.words).toContain('Please enter a percentage from 1 to 100')
    expect(wrong.html).toMatch(/name="sellBackRate"[^>]*value="150"/)
    expect(wrong.html).toMatch(/name="taxStates"[^>]*value="CA, XX"/)
    const right = { ...form, sellBackRate: '88.5', taxStates: 'ca' }
    await renderAdminPage(shop, terms, { form: right })
    expect(await tradeInTermsSetting.current(shop)).toMatchObject({
      ...{ kinds: ['recast', 'sell-back'], sellBackRate: 8850, taxStates: ['CA'] },
      identityRules: { name: 'all', vehicle: ['NY', 'TX'] },
    })
    const { html } = await renderAdminPage(shop, terms)
    expect(html).toMatch(/name="identity-vehicle"[^>]*value="NY, TX"/)
  })

  it('keeps the production cost of a size, and says what is wrong with one [TRADE-61]', async () => {
    const shop = await offeringShop()
    const form = { action: 'save-cost', productId: '7', size: 'Small' }
    const wrong = await renderAdminPage(shop, costs, { form: { ...form, cost: '28,5' } })
    expect(wrong.status).toBe(400)
    expect(wrong.html.match(/value="28,5"/g)).toHaveLength(1)
    await renderAdminPage(shop, costs, { form: { ...form, cost: '285' } })
    expect((await renderAdminPage(shop, costs)).html).toContain('value="285.00"')
    const removed = await renderAdminPage(shop, costs, { form: { ...form, cost: '' } })
    expect(removed.answer).toEqual({ done: 'The cost was removed.' })
    expect(await shop.db.orm.select().from(productionCosts)).toEqual([])
  })
})
