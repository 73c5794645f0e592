import { eq } from 'drizzle-orm'
import { expect, it, onTestFinished } from 'vitest'
import type { AppContext } from '#app/.server/app-context.ts'
import { readConfig } from '#app/.server/config.ts'
import { readTradeInFacts } from '#app/.server/emails/read-trade-in-facts.ts'
import { easyPost } from '#app/.server/fulfillment/gateway/easypost.ts'
import { resolveLabels } from '#app/.server/fulfillment/jobs/resolve-labels.ts'
import type { Database } from '#app/.server/platform/db/database.ts'
import { labels } from '#app/.server/platform/db/label-schema.ts'
import { AppError } from '#app/.server/platform/errors.ts'
import { tradeInLabelForms } from '#app/contracts/trade-ins/label.ts'
import { cents } from '#app/domain/money/cents.ts'
import { onBothDatabases } from '#tests/support/databases.ts'
import { type Behavior, openEasyPostServer } from '#tests/support/easypost-server.ts'
import { refusal, sellingShop } from '#tests/support/selling-shop.ts'
import {
  asForm,
  offersAll,
  ownedPiece,
  requestOf,
  tradeInBy,
  tradeInEmailsOf,
} from '#tests/support/trade-ins.ts'
import { voidUnusedLabels } from '../jobs/void-unused-labels.ts'
import { subjectOfLabel } from '../label-subject.ts'
import { ownerTradeIn } from '../queries/owner-trade-in.ts'
import { tradeInLabelFile, tradeInLabels } from '../queries/trade-in-label.ts'
import {
  buyTradeInLabel,
  giveUpTradeInLabel,
  requestLabelRates,
  voidTradeInLabel,
} from './buy-trade-in-label.ts'
import { cancelTradeIn } from './cancel-trade-in.ts'
import { acceptTradeIn, receiveTradeIn } from './move-trade-in.ts'
import { cancelOwnTradeIn } from './owner-trade-in.ts'
import { requestTradeIn } from './request-trade-in.ts'

const [ann, bob] = ['ann@example.com', 'bob@example.com']
const number = '9400111201080805483016'
const form = {
  ...{ name: 'Bea Owner', line1: '1 Pine St', line2: '', city: 'Seattle', state: 'Washington' },
  ...{ postalCode: '98101', boxLength: '8', boxWidth: '6', boxHeight: '4', boxWeight: '12.5' },
}

/** A shop that buys labels at a stand-in of EasyPost, with a request of an owner. */
async function labelShop(db: Database) {
  const easypost = await openEasyPostServer()
  onTestFinished(() => easypost.close())
  const { labels: settings } = readConfig({ GOLD_SOURCES: 'none', ...easypost.settings() })
  if (!settings) throw new Error('no labels')
  const gateway = (limitMs?: number) => easyPost(settings, new AbortController().signal, limitMs)
  const { shop, pass } = await sellingShop(db, { labels: gateway() })
  await offersAll(shop)
  const piece = await ownedPiece(shop)
  const asked = { ...requestOf('sell-back', piece.code), certificateId: piece.certificate.id }
  const { token } = await requestTradeIn(shop, asked)
  const { id } = await tradeInBy(shop, token)
  const whileIt = async <T>(behavior: Behavior, of: string, times: number, work: () => T) => {
    easypost.behave(behavior, of, times)
    shop.labels = gateway(200)
    try {
      return await work()
    } finally {
      easypost.behave(null)
      shop.labels = gateway()
    }
  }
  return { shop, easypost, token, id, whileIt, pass }
}

const ratesFor = (shop: AppContext, id: string, more: Record<string, string> = {}) =>
  requestLabelRates(shop, {
    ...{ id, by: ann },
    ...tradeInLabelForms['ask-rates'].parse({ ...form, ...more }),
  })

async function offered(shop: AppContext, id: string, more?: Record<string, string>) {
  await ratesFor(shop, id, more)
  const { offered: found } = await tradeInLabels(shop, id)
  if (!found) throw new Error('no rates')
  const { label, rates } = found
  return { ...{ id, by: ann, label }, rate: rates[0]?.id ?? '', requireFresh: async () => {} }
}

const bought = (easypost: { shipments: Map<string, { bought: unknown }> }) =>
  [...easypost.shipments.values()].filter((shipment) => shipment.bought !== null)

onBothDatabases('the prepaid label of a trade-in', (open) => {
  it('is bought from the owner’s address to the shop, insured for the metal value, and sent to the owner [TRADE-23, TRADE-26]', async () => {
    const { shop, easypost, id, token } = await labelShop(await open())
    const buys = await offered(shop, id)
    const [shipment] = easypost.shipments.values()
    expect(shipment?.request).toMatchObject({
      from_address: { name: 'Bea Owner', street1: '1 Pine St', city: 'Seattle', state: 'WA' },
      to_address: { city: 'Seattle' },
      parcel: { length: 8, width: 6, height: 4, weight: 12.5 },
      options: { delivery_confirmation: 'SIGNATURE' },
    })
    // No word of what is inside [LABEL-06].
    expect(JSON.stringify(shipment?.request)).not.toMatch(/gold|jewel|ring/i)
    await buyTradeInLabel(shop, buys)
    // 14.2 g × $130, as the certificate’s page shows it today.
    expect([...easypost.shipments.values()][0]?.bought).toMatchObject({ insurance: '1846.00' })
    const { row } = await tradeInBy(shop, token)
    expect(row).toMatchObject({ labelCarrier: 'usps', labelTracking: number })
    expect(await refusal(ratesFor(shop, id))).toMatchObject({ code: 'label_refused' })
    // Approved, the owner is told and can print it; another number is refused.
    const accepts = { instructions: 'Pack it well.' }
    const other = await asForm(shop, token, 'accept', {
      ...accepts,
      tracking: '1Z999AA10123456784',
    })
    expect((await refusal(acceptTradeIn(shop, other))).message).toContain('A label was bought')
    await acceptTradeIn(shop, await asForm(shop, token, 'accept', accepts))
    expect(await ownerTradeIn(shop, token)).toMatchObject({
      ...{ label: { carrier: 'usps', tracking: number }, mayPrintLabel: true },
    })
    const facts = await readTradeInFacts(shop, shop.db.orm, (await tradeInBy(shop, token)).row)
    expect(facts.label).toMatchObject({ tracking: number, isHere: true })
    for (const by of [{ token }, { id }]) {
      expect((await tradeInLabelFile(shop, by))?.pdf.toString()).toContain('%PDF-')
    }
    expect(await tradeInLabelFile(shop, { token: 'x'.repeat(32) })).toBeNull()
  })

  it('bought after the approval, the owner is told again how to send the piece [TRADE-23]', async () => {
    const { shop, id, token } = await labelShop(await open())
    await acceptTradeIn(shop, await asForm(shop, token, 'accept', { instructions: 'To us.' }))
    await buyTradeInLabel(shop, await offered(shop, id))
    const told = (await tradeInEmailsOf(shop, token)).filter((kind) => /accepted/.test(kind))
    expect(told).toHaveLength(2)
  })

  it('pressed twice, by two people at once, or after an answer that was lost, is bought once [TRADE-24]', async () => {
    const { shop, easypost, id, whileIt, token, pass } = await labelShop(await open())
    const buys = await offered(shop, id)
    await whileIt('answer lost', '/buy', 1, () => buyTradeInLabel(shop, buys))
    await Promise.all([buyTradeInLabel(shop, buys), buyTradeInLabel(shop, { ...buys, by: bob })])
    expect(bought(easypost)).toHaveLength(1)
    expect(easypost.calls.filter(({ what }) => what.endsWith('/buy'))).toHaveLength(1)
    expect(await shop.db.orm.$count(labels, eq(labels.tradeInId, id))).toBe(1)
    expect((await tradeInBy(shop, token)).row.labelTracking).toBe(number)
    // Voided, another one can be bought; one that the gateway does not answer for is found by the clock.
    easypost.refundsBecome = 'refunded'
    expect(await voidTradeInLabel(shop, { id, by: ann, label: buys.label })).toBe('voided')
    expect((await tradeInBy(shop, token)).row.labelTracking).toBeNull()
    const again = await offered(shop, id)
    const lost = await whileIt('never', '/', 9, () => refusal(buyTradeInLabel(shop, again)))
    expect(lost).toMatchObject({ code: 'label_not_known' })
    expect(bought(easypost)).toHaveLength(1)
    await easyPostDoes(shop, again)
    pass(2)
    await resolveLabels(shop, subjectOfLabel)
    expect((await tradeInLabels(shop, id)).labels.at(-1)).toMatchObject({ state: 'bought' })
    expect(bought(easypost)).toHaveLength(2)
  })

  it('is voided where the case ends before the piece is on its way, and not after [TRADE-25]', async () => {
    const { shop, easypost, id, token } = await labelShop(await open())
    easypost.refundsBecome = 'refunded'
    const buys = await offered(shop, id)
    await buyTradeInLabel(shop, buys)
    expect(await voidUnusedLabels(shop)).toBe(0)
    await cancelOwnTradeIn(shop, { token })
    expect(await voidUnusedLabels(shop)).toBe(1)
    expect(await voidUnusedLabels(shop)).toBe(0)
    expect((await tradeInLabels(shop, id)).labels).toMatchObject([{ state: 'voided' }])
    expect((await tradeInBy(shop, token)).row.labelTracking).toBeNull()
    expect(await refusal(ratesFor(shop, id))).toMatchObject({ code: 'label_refused' })
    const second = await ownedPiece(shop)
    const asked = requestOf('recast', second.code)
    const next = await requestTradeIn(shop, { ...asked, certificateId: second.certificate.id })
    const { id: other } = await tradeInBy(shop, next.token)
    const used = await offered(shop, other)
    await buyTradeInLabel(shop, used)
    await acceptTradeIn(shop, await asForm(shop, next.token, 'accept', { instructions: 'To us.' }))
    await receiveTradeIn(shop, await asForm(shop, next.token, 'receive'))
    expect(await refusal(voidTradeInLabel(shop, used))).toMatchObject({ code: 'label_refused' })
    await cancelTradeIn(shop, await asForm(shop, next.token, 'cancel', { reason: 'They said so.' }))
    expect(await voidUnusedLabels(shop)).toBe(0)
  })

  it('bought after staff gave it up is voided also once the piece was sent with another one [TRADE-25]', async () => {
    const { shop, easypost, id, token, whileIt, pass } = await labelShop(await open())
    const lost = await offered(shop, id)
    await whileIt('never', '', 9, () => refusal(buyTradeInLabel(shop, lost)))
    pass(11)
    await giveUpTradeInLabel(shop, lost)
    const used = await offered(shop, id)
    await buyTradeInLabel(shop, used)
    const [first] = easypost.shipments.values()
    if (first)
      first.bought = { rate: lost.rate, tracking: '9505511069605048600624', insurance: null }
    pass(15)
    await resolveLabels(shop, subjectOfLabel)
    expect((await tradeInLabels(shop, id)).labels).toMatchObject([
      { state: 'late' },
      { state: 'bought' },
    ])
    await acceptTradeIn(shop, await asForm(shop, token, 'accept', { instructions: 'To us.' }))
    await receiveTradeIn(shop, await asForm(shop, token, 'receive'))
    expect(await refusal(voidTradeInLabel(shop, used))).toMatchObject({ code: 'label_refused' })
    easypost.refundsBecome = 'refunded'
    expect(await voidTradeInLabel(shop, lost)).toBe('voided')
    expect((await tradeInBy(shop, token)).row.labelTracking).toBe(number)
  })

  it('above $100 is bought with a fresh second factor alone [FRESH-06, TRADE-23]', async () => {
    const { shop, easypost, id } = await labelShop(await open())
    easypost.rates = [{ carrier: 'USPS', service: 'Express', rate: '90.00', delivery_days: 1 }]
    const buys = await offered(shop, id)
    // $90.00 postage and $18.46 insurance.
    const requireFresh = async () => {
      throw new AppError('fresh_factor_needed', 403, 'Confirm that it is you.')
    }
    expect(await refusal(buyTradeInLabel(shop, { ...buys, requireFresh }))).toMatchObject({
      code: 'fresh_factor_needed',
    })
    expect(bought(easypost)).toHaveLength(0)
    await buyTradeInLabel(shop, buys)
    expect(bought(easypost)).toHaveLength(1)
  })

  it('asks for the owner’s address and for no less than the metal value [TRADE-23]', async () => {
    const { shop, easypost, id } = await labelShop(await open())
    const wrong = tradeInLabelForms['ask-rates'].safeParse({
      ...form,
      line1: ' ',
      postalCode: '9810',
    })
    expect(wrong.error?.issues.map(({ message }) => message)).toEqual([
      'Please enter the street address.',
      'Please enter a five-digit ZIP code, like 98101.',
    ])
    const little = await refusal(ratesFor(shop, id, { declared: '100.00' }))
    expect(little.message).toContain('Insure it for at least its metal value, $1,846.00.')
    expect(await refusal(ratesFor(shop, id, { state: 'PR', declared: '3000' }))).toMatchObject({
      message: expect.stringContaining('needs an export filing'),
    })
    expect(easypost.calls).toEqual([])
    await ratesFor(shop, id, { declared: '2500' })
    const { offered: found } = await tradeInLabels(shop, id)
    expect(found).toMatchObject({ asked: { declared: cents(2500_00), insured: true } })
    shop.labels = null
    expect((await refusal(ratesFor(shop, id))).message).toContain('EASYPOST_API_KEY isn’t set')
  })
})

/** The gateway did what it was asked for, and its answer was lost. */
async function easyPostDoes(shop: AppContext, { label, rate }: { label: number; rate: string }) {
  const [row] = await shop.db.orm.select().from(labels).where(eq(labels.id, label))
  if (!row) throw new Error('no label')
  await shop.labels?.buy({ shipment: row.shipment, rate, insured: cents(row.asked.declared) })
}
