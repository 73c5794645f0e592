import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { claimCertificate } from '#app/.server/certificates/commands/move-certificate.ts'
import { writtenEmail } from '#app/.server/emails/commands/compose-email.ts'
import { sendEmail } from '#app/.server/emails/jobs/send-emails.ts'
import { emailOutbox } from '#app/.server/platform/db/schema.ts'
import { tradeIns } from '#app/.server/platform/db/trade-in-schema.ts'
import { todayPage } from '#app/.server/reports/queries/today-page.ts'
import { onBothDatabases } from '#tests/support/databases.ts'
import { dispute } from '#tests/support/orders.ts'
import { confirmedBy } from '#tests/support/returns.ts'
import { refusal, sellingShop } from '#tests/support/selling-shop.ts'
import {
  asForm,
  offeredTradeIn,
  offersAll,
  ownedPiece,
  requestOf,
  tradeInBy,
  tradeInEmailsOf,
  tradeInKey,
} from '#tests/support/trade-ins.ts'
import { listedTradeIns } from '../queries/listed-trade-ins.ts'
import { ownerTradeIn } from '../queries/owner-trade-in.ts'
import { orderTradeIns, tradeInOffers } from '../queries/trade-in-offers.ts'
import { tradeInPage } from '../queries/trade-in-page.ts'
import { cancelTradeIn } from './cancel-trade-in.ts'
import {
  acceptTradeIn,
  declineTradeIn,
  loseTradeIn,
  noteTradeIn,
  receiveTradeIn,
  sendBackTradeIn,
  weighTradeIn,
} from './move-trade-in.ts'
import { answerForOwner, answerOffer, offerTradeIn } from './offer-trade-in.ts'
import { cancelOwnTradeIn, notifyTradeInSent } from './owner-trade-in.ts'
import { beginTradeIn, requestTradeIn, requestTradeInOfOrder } from './request-trade-in.ts'
import { saveProductionCost } from './save-production-cost.ts'

const by = 'ann@example.com'
const parcel = { carrier: 'ups', tracking: '1Z999AA10123456784' } as const

onBothDatabases('a trade-in', (open) => {
  it('goes from the request to the offer and back, each step with history, email, and due date [TRADE-01, TRADE-04, TRADE-07, TRADE-09, TRADE-17]', async () => {
    const { shop, pass } = await sellingShop(await open())
    await offersAll(shop)
    const { certificate, code } = await ownedPiece(shop)
    const asked = { ...requestOf('sell-back', code), certificateId: certificate.id }
    const [{ token }, atOnce] = await Promise.all([
      requestTradeIn(shop, asked),
      requestTradeIn(shop, asked),
    ])
    expect(atOnce).toMatchObject({ token })
    expect((await tradeInBy(shop, token)).row).toMatchObject({
      ...{ state: 'requested', stampedMg: 14_200, dueOn: '2026-03-13', serial: certificate.serial },
    })
    expect((await todayPage(shop, 'owner')).tradeIns).toEqual({ waiting: 1, late: 0 })
    expect(await refusal(notifyTradeInSent(shop, { token, parcel }))).toMatchObject({
      message: expect.stringContaining('wait for our email'),
    })
    pass(6 * 24 * 60)
    expect((await todayPage(shop, 'owner')).tradeIns).toEqual({ waiting: 1, late: 1 })
    const accepts = await asForm(shop, token, 'accept', {
      ...{ instructions: 'To us.', ...parcel, cost: '9.45' },
    })
    await acceptTradeIn(shop, accepts)
    // Sent twice by one person it is done once; a second person is told who was first.
    await acceptTradeIn(shop, accepts)
    expect(await refusal(acceptTradeIn(shop, { ...accepts, by: 'ben@example.com' }))).toMatchObject(
      {
        status: 409,
        message: expect.stringContaining('The last change was by ann@example.com: Approved.'),
      },
    )
    await notifyTradeInSent(shop, { token, parcel })
    const scale = { grams: '14.20', fineness: '999.9', maker: 'ours' }
    const weighs = await asForm(shop, token, 'weigh', scale)
    await weighTradeIn(shop, weighs)
    await weighTradeIn(shop, weighs)
    // Another weight from the same page is not what is stored.
    const other = { ...weighs, grams: 14_100, note: 'Weighed again.' } as typeof weighs
    expect(await refusal(weighTradeIn(shop, other))).toMatchObject({ status: 409 })
    await offerTradeIn(shop, await asForm(shop, token, 'offer'))
    // 14.2 g × .9999 × $130 × 90%, worked out manually: 1661.23386
    expect(await ownerTradeIn(shop, token)).toMatchObject({
      state: 'offered',
      offer: { nth: 1, amount: 166_123, rate: 9000, isExpired: false, difference: '' },
      mayAnswer: true,
    })
    await answerOffer(shop, { token, offer: 1, answer: 'no' })
    await sendBackTradeIn(
      shop,
      await asForm(shop, token, 'send-back', { ...parcel, sanctions: 'yes' }),
    )
    const { row } = await tradeInBy(shop, token)
    expect(row).toMatchObject({ state: 'sent back', dueOn: null, againTracking: parcel.tracking })
    expect((await tradeInEmailsOf(shop, token)).sort()).toEqual([
      'trade-in-accepted-owner',
      'trade-in-answered-staff',
      'trade-in-offered-owner',
      'trade-in-received-owner',
      'trade-in-requested-owner',
      'trade-in-requested-staff',
      'trade-in-returned-owner',
      'trade-in-returning-owner',
    ])
    const page = await tradeInPage(shop, row.id)
    const { history, actions } = page
    // With the link of its owner, staff could answer the offer.
    expect(JSON.stringify(page)).not.toContain(token)
    expect(page.tradeIn).not.toHaveProperty('key')
    expect(history[0]?.why).toContain('Customer screened against sanctions lists.')
    expect(row.sanctionsBy).toBe(by)
    expect(history.map(({ state }) => state).reverse()).toEqual([
      ...['requested', 'accepted', 'sent', 'received', 'weighed', 'offered'],
      ...['returning', 'sent back'],
    ])
    expect(actions).toEqual(['note'])
    const emails = await shop.db.orm.select().from(emailOutbox)
    const offer = emails.find(({ kind }) => kind === 'trade-in-offered-owner')
    await sendEmail(shop)
    const [sent] = (await shop.db.orm.select().from(emailOutbox)).filter(
      ({ id }) => id === offer?.id,
    )
    expect(sent?.text).toContain(
      'We offer you $1,661.23. Please say yes or no on the page below by March 24, 2026, at 9:00 AM PDT.',
    )
    expect(sent?.recipient).toBe('bea@example.com')
    // Its link answers the offer: it is in the email, and not in the copy that staff read.
    expect(`${sent?.text} ${sent?.html}`).not.toContain(token)
    expect(sent && (await writtenEmail(shop, sent)).text).toContain(token)
    // Nothing is open now, so the piece can be asked for once more.
    await requestTradeIn(shop, { ...requestOf('exchange', code), certificateId: certificate.id })
  })

  it('is claimed once: by code or order link, of two people one, and never after it was passed on, lost or disputed [TRADE-05]', async () => {
    const { shop } = await sellingShop(await open())
    await offersAll(shop)
    const { order, certificate, code } = await ownedPiece(shop)
    const certificateId = certificate.id
    const wrong = requestOf('recast', '0000-0000-0000-0000')
    expect(await refusal(requestTradeIn(shop, { ...wrong, certificateId }))).toMatchObject({
      code: 'wrong_claim_code',
    })
    await claimCertificate(shop, { id: certificateId, code, move: 'lost' })
    const why = async () => (await tradeInOffers(shop, certificateId)).refusal
    expect(await why()).toContain('reported lost')
    expect(
      await refusal(requestTradeIn(shop, { ...requestOf('recast', code), certificateId })),
    ).toMatchObject({ message: expect.stringContaining('reported lost') })
    await claimCertificate(shop, { id: certificateId, code, move: 'found' })
    expect(await why()).toBeNull()
    const two = await Promise.allSettled([
      requestTradeIn(shop, { ...requestOf('recast', code), certificateId }),
      requestTradeInOfOrder(shop, {
        ...{ key: tradeInKey(), kind: 'exchange', certificate: certificateId, note: '' },
        ...{ token: order.token, confirmed: confirmedBy(shop, order) },
      }),
    ])
    expect(two.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await why()).toContain('is already open for this piece')
    const done = two.find((each) => each.status === 'fulfilled')
    const { row } = await tradeInBy(shop, done?.value.token ?? '')
    const passes = { id: certificateId, code, move: 'passed on' } as const
    expect(await refusal(claimCertificate(shop, passes))).toMatchObject({
      ...{ status: 409, message: `Cancel trade-in ${row.number} first, or wait until it’s done.` },
    })
    await cancelOwnTradeIn(shop, { token: row.token })
    await claimCertificate(shop, passes)
    const ofOrder = { token: order.token, confirmed: confirmedBy(shop, order) }
    const ofBuyer = await orderTradeIns(shop, ofOrder)
    expect(ofBuyer?.map((each) => each.certificateId)).not.toContain(certificateId)
    expect(await orderTradeIns(shop, { ...ofOrder, confirmed: null })).toBeNull()
    const asked = {
      key: tradeInKey(),
      kind: 'recast',
      certificate: certificateId,
      note: '',
    } as const
    expect(await refusal(requestTradeInOfOrder(shop, { ...asked, ...ofOrder }))).toMatchObject({
      message: expect.stringContaining('new owner'),
    })
    // The code of the former owner ended with the transfer.
    expect(
      await refusal(requestTradeIn(shop, { ...requestOf('recast', code), certificateId })),
    ).toMatchObject({ status: 403 })
    await dispute(shop, order, 'dispute open')
    expect(await why()).toContain('in dispute')
  })

  it('shows what each offer comes to and how, a recast by the production cost that no page shows [TRADE-02, TRADE-03]', async () => {
    const { shop } = await sellingShop(await open())
    const { certificate } = await ownedPiece(shop)
    const seen = async () => (await tradeInOffers(shop, certificate.id)).offers
    expect(await seen()).toMatchObject([{ kind: 'recast', amount: null }])
    await offersAll(shop)
    const { row } = { row: await begunFrom(shop, certificate.serial) }
    await cancelTradeIn(shop, {
      ...(await asForm(shop, row.token, 'cancel', { reason: 'A try.' })),
    })
    const cost = { productId: row.productId ?? '', size: row.size, by }
    await saveProductionCost(shop, { ...cost, cost: 33_333 as never })
    const offers = await seen()
    // Half of $333.33, rounded half up; 14.2 g × .9999 × $130 × 95% and 90%.
    expect(offers.map(({ kind, amount }) => [kind, amount])).toEqual([
      ['recast', 16_667],
      ['exchange', 175_352],
      ['sell-back', 166_123],
    ])
    expect(JSON.stringify(offers)).not.toContain('333.33')
    expect(offers[1]?.how).toContain('14.20 g × .9999 × $130.00 per gram × 95%.')
  })

  it('is weighed with a note where it differs; another maker’s piece gets no offer, and a lighter one a changed offer [TRADE-07, TRADE-10]', async () => {
    const { shop } = await sellingShop(await open())
    await offersAll(shop)
    const { id } = await beginTradeIn(shop, {
      ...{ by, key: tradeInKey(), kind: 'sell-back', serial: '', piece: 'Old ring', size: '' },
      ...{ grams: undefined, name: 'Cy', email: null, phone: '', region: null, note: '' },
    })
    const token = (await listedOf(shop, id)).token
    const at = { instructions: 'Bring it.' }
    await acceptTradeIn(shop, await asForm(shop, token, 'accept', at))
    const scale = { grams: '10.00', fineness: '585', maker: 'another', note: '' }
    expect(
      await refusal(weighTradeIn(shop, await asForm(shop, token, 'weigh', scale))),
    ).toMatchObject({ message: expect.stringContaining('add a note') })
    await weighTradeIn(shop, await asForm(shop, token, 'weigh', { ...scale, note: '14k ring.' }))
    expect(await refusal(offerTradeIn(shop, await asForm(shop, token, 'offer')))).toMatchObject({
      message: expect.stringContaining('other makers'),
    })
    const ours = { ...scale, maker: 'ours', fineness: '999.9', note: 'Sold in 2015.' }
    await weighTradeIn(shop, await asForm(shop, token, 'weigh', ours))
    await offerTradeIn(shop, await asForm(shop, token, 'offer'))
    await weighTradeIn(shop, await asForm(shop, token, 'weigh', { ...ours, fineness: '900' }))
    expect(await refusal(answerOffer(shop, { token, offer: 1, answer: 'yes' }))).toMatchObject({
      status: 409,
    })
    await offerTradeIn(shop, await asForm(shop, token, 'offer'))
    // 10 g × .900 × $130 × 90%
    const offer = { nth: 2, amount: 105_300, difference: 'its fineness is .900 instead of .9999' }
    expect(await ownerTradeIn(shop, token)).toMatchObject({ offer })
    expect(await refusal(answerOffer(shop, { token, offer: 1, answer: 'yes' }))).toMatchObject({
      message: expect.stringContaining('has changed'),
    })
    const yes = await asForm(shop, token, 'answer', { offer: '2', answer: 'yes' })
    await answerForOwner(shop, yes)
    await answerForOwner(shop, yes)
    expect((await tradeInBy(shop, token)).row).toMatchObject({ state: 'agreed', email: null })
    // No address is known, so nobody is emailed.
    expect(await tradeInEmailsOf(shop, token)).toEqual(['trade-in-answered-staff'])
  })

  it('is canceled by its owner until the package is on its way; then staff send it back [TRADE-08]', async () => {
    const { shop } = await sellingShop(await open())
    await offersAll(shop)
    const { certificate, code } = await ownedPiece(shop)
    const certificateId = certificate.id
    const asked = async () =>
      (await requestTradeIn(shop, { ...requestOf('sell-back', code), certificateId })).token
    const at = { instructions: 'To us.' }
    const kept = await asked()
    await acceptTradeIn(shop, await asForm(shop, kept, 'accept', at))
    expect(await ownerTradeIn(shop, kept)).toMatchObject({ mayCancel: true })
    await cancelOwnTradeIn(shop, { token: kept })
    expect((await tradeInBy(shop, kept)).row).toMatchObject({
      ...{ state: 'canceled', closedWhy: 'You canceled this trade-in.' },
    })
    const token = await asked()
    await acceptTradeIn(shop, await asForm(shop, token, 'accept', at))
    await notifyTradeInSent(shop, { token, parcel })
    expect(await ownerTradeIn(shop, token)).toMatchObject({ mayCancel: false })
    expect(await refusal(cancelOwnTradeIn(shop, { token }))).toMatchObject({
      message: 'Your package is already on its way. Email us to stop the trade-in.',
    })
    expect((await tradeInBy(shop, token)).row.state).toBe('sent')
    await receiveTradeIn(shop, await asForm(shop, token, 'receive'))
    const cancels = await asForm(shop, token, 'cancel', { reason: 'You asked us to.' })
    await cancelTradeIn(shop, cancels)
    await cancelTradeIn(shop, cancels)
    // What the same person sent later from an old page was not saved.
    expect(await refusal(cancelTradeIn(shop, { ...cancels, reason: 'Other.' }))).toMatchObject({
      ...{ status: 409 },
    })
    expect((await tradeInBy(shop, token)).row.state).toBe('returning')
    const back = await asForm(shop, token, 'send-back', { ...parcel, sanctions: 'yes' })
    await sendBackTradeIn(shop, back)
    await sendBackTradeIn(shop, back)
    const byHand = { ...back, parcel: { carrier: 'other', tracking: 'By hand' } as const }
    expect((await refusal(sendBackTradeIn(shop, byHand))).status).toBe(409)
    const again = await asked()
    const accepts = await asForm(shop, again, 'accept', at)
    await acceptTradeIn(shop, accepts)
    await acceptTradeIn(shop, accepts)
    const elsewhere = { ...accepts, instructions: 'To the office.' }
    expect((await refusal(acceptTradeIn(shop, elsewhere))).status).toBe(409)
  })

  it('refuses an offer that expired, a label that is used, and closes a piece that was lost in transit [TRADE-07, TRADE-08, TRADE-10]', async () => {
    const { shop, pass } = await sellingShop(await open())
    await offersAll(shop)
    const { token } = await offeredTradeIn(shop, 'exchange')
    pass(7 * 24 * 60)
    expect(await refusal(answerOffer(shop, { token, offer: 1, answer: 'yes' }))).toMatchObject({
      message: expect.stringMatching(
        /^This offer expired on March 18, 2026, at .* Email us for a new one\.$/,
      ),
    })
    expect(await ownerTradeIn(shop, token)).toMatchObject({
      ...{ mayAnswer: true, offer: { isExpired: true } },
    })
    const yes = await asForm(shop, token, 'answer', { offer: '1', answer: 'yes' })
    expect(await refusal(answerForOwner(shop, yes))).toMatchObject({
      message: expect.stringContaining('Make a new one. Nothing was changed.'),
    })
    await answerOffer(shop, { token, offer: 1, answer: 'no' })
    const { row, id } = await tradeInBy(shop, token)
    // The customer reads it in the second person, staff in the third.
    expect(row).toMatchObject({ state: 'returning', closedWhy: 'You declined our offer.' })
    expect((await tradeInPage(shop, id)).history[0]?.why).toBe('The customer declined the offer.')
    const other = await ownedPiece(shop)
    const certificateId = other.certificate.id
    const asked = { ...requestOf('recast', other.code), certificateId }
    const second = (await requestTradeIn(shop, asked)).token
    const label = { instructions: 'To us.', ...parcel }
    await acceptTradeIn(shop, await asForm(shop, second, 'accept', label))
    const third = await begunFrom(shop, '', 'Old ring')
    expect(
      await refusal(acceptTradeIn(shop, await asForm(shop, third.token, 'accept', label))),
    ).toMatchObject({ message: expect.stringContaining('already used for trade-in') })
    const declines = await asForm(shop, third.token, 'decline', { reason: 'Not ours.' })
    await declineTradeIn(shop, declines)
    const loses = await asForm(shop, second, 'lost', { reason: 'UPS lost it.' })
    await loseTradeIn(shop, loses)
    // Sent again they are the same; other words from the old page were not saved, which is said.
    await declineTradeIn(shop, declines)
    await loseTradeIn(shop, loses)
    const reason = 'Another reason.'
    expect((await refusal(declineTradeIn(shop, { ...declines, reason }))).status).toBe(409)
    expect((await refusal(loseTradeIn(shop, { ...loses, reason }))).status).toBe(409)
    expect(
      await refusal(receiveTradeIn(shop, await asForm(shop, second, 'receive'))),
    ).toMatchObject({ status: 409, message: expect.stringContaining('was lost in transit') })
    await noteTradeIn(shop, { id: third.id, by, note: 'They will call.' })
    const closed = await listedTradeIns(shop, { filter: 'closed', page: 1 })
    expect(closed.tradeIns.map(({ state }) => state)).toEqual(['declined', 'lost'])
    expect(await listedTradeIns(shop, { filter: 'waiting', mode: 'test', page: 9 })).toMatchObject({
      ...{ total: 1, page: 1, pages: 1, waiting: 1 },
    })
  })
})

async function begunFrom(shop: Parameters<typeof beginTradeIn>[0], serial: string, piece = '') {
  const { id } = await beginTradeIn(shop, {
    ...{ by, key: tradeInKey(), kind: 'recast', serial, piece, size: '', grams: undefined },
    ...{ name: '', email: null, phone: '', region: null, note: '' },
  })
  return listedOf(shop, id)
}

async function listedOf(shop: Parameters<typeof beginTradeIn>[0], id: string) {
  const [row] = await shop.db.orm.select().from(tradeIns).where(eq(tradeIns.id, id))
  if (!row) throw new Error('there is no such trade-in')
  return row
}
