import { eq } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { issueCertificates } from '#app/.server/certificates/commands/issue-certificates.ts'
import { makeClaimCode } from '#app/.server/certificates/commands/make-claim-code.ts'
import { recordShipment } from '#app/.server/fulfillment/commands/record-shipment.ts'
import { emailOutbox } from '#app/.server/platform/db/schema.ts'
import { tradeIns } from '#app/.server/platform/db/trade-in-schema.ts'
import { refundOrder } from '#app/.server/refunds/commands/refund-order.ts'
import { previewRefund } from '#app/.server/refunds/queries/preview-refund.ts'
import { saveSetting } from '#app/.server/settings/commands/save-setting.ts'
import { tradeInTermsSetting } from '#app/.server/settings/trade-in-terms.ts'
import {
  acceptTradeIn,
  receiveTradeIn,
  weighTradeIn,
} from '#app/.server/trade-ins/commands/move-trade-in.ts'
import { answerOffer, offerTradeIn } from '#app/.server/trade-ins/commands/offer-trade-in.ts'
import { noteIdentity } from '#app/.server/trade-ins/commands/pay-out.ts'
import { requestTradeIn } from '#app/.server/trade-ins/commands/request-trade-in.ts'
import { requestTradeInForm, staffTradeInForms } from '#app/contracts/trade-ins/trade-in.ts'
import type { Role } from '#app/domain/access/rights.ts'
import type { TradeInKind } from '#app/domain/trade-ins/trade-in.ts'
import { storedCertificates } from './certificates.ts'
import { seenByStaff } from './orders.ts'
import { sentOrder } from './returns.ts'
import { readyToSend } from './weighing.ts'

const by = 'ann@example.com'
let keys = 0
export const tradeInKey = () => {
  keys += 1
  return `trade-in-form-${keys}-${'k'.repeat(16)}`
}

/** The shop offers all three: exchange at 95% of the metal value, sell-back at 90%. */
export async function offersAll(app: AppContext, more: object = {}): Promise<void> {
  const terms = { kinds: ['recast', 'exchange', 'sell-back'] as const, ...more }
  await saveSetting(app, tradeInTermsSetting, { ...terms, kinds: [...terms.kinds] }, by)
}

/** A piece of 14.2 g that was sold and sent, its certificate, and the claim code of its owner. */
export async function ownedPiece(app: AppContext) {
  const order = await sentOrder(app)
  await issueCertificates(app, order.id)
  const [certificate] = await storedCertificates(app, order.id)
  if (!certificate) throw new Error('no certificate was issued')
  const about = { orderId: order.id, id: certificate.id, key: tradeInKey(), events: 0, by }
  const { code } = await makeClaimCode(app, { ...about, reason: 'They sent a picture.' })
  return { order, certificate, code }
}

export const requestOf = (kind: TradeInKind, code: string, more: object = {}) =>
  requestTradeInForm.parse({
    ...{ key: tradeInKey(), kind, code, name: 'Bea Owner', email: 'bea@example.com' },
    ...{ region: 'WA', note: 'Bent.', ...more },
  })

/** As it is stored now, with what an action of staff hands in. */
export async function tradeInBy(app: AppContext, token: string) {
  const [row] = await app.db.orm.select().from(tradeIns).where(eq(tradeIns.token, token))
  if (!row) throw new Error('there is no such trade-in')
  return { row, id: row.id, revision: row.revision, by }
}

/** Staff do a step with the form as their page sends it. */
export async function asForm<Name extends keyof typeof staffTradeInForms>(
  app: AppContext,
  token: string,
  name: Name,
  fields: Record<string, string> = {},
) {
  const { id, revision } = await tradeInBy(app, token)
  const form = staffTradeInForms[name].parse({ revision: String(revision), ...fields })
  return { id, by, ...(form as object) } as { id: string; by: string } & ReturnType<
    (typeof staffTradeInForms)[Name]['parse']
  >
}

/** A request of the owner that went as far as its offer, weighed as sold unless it is said. */
export async function offeredTradeIn(
  app: AppContext,
  kind: TradeInKind,
  { grams = '14.20', fineness = '999.9', amount = '' } = {},
) {
  const piece = await ownedPiece(app)
  const asked = requestOf(kind, piece.code)
  const { token } = await requestTradeIn(app, { ...asked, certificateId: piece.certificate.id })
  await acceptTradeIn(app, await asForm(app, token, 'accept', { instructions: 'To us.' }))
  await receiveTradeIn(app, await asForm(app, token, 'receive'))
  const scale = { grams, fineness, maker: 'ours', note: 'Weighed twice.' }
  await weighTradeIn(app, await asForm(app, token, 'weigh', scale))
  await offerTradeIn(app, await asForm(app, token, 'offer', amount ? { amount } : {}))
  return { ...piece, token }
}

export async function agreedTradeIn(...[app, kind, more]: Parameters<typeof offeredTradeIn>) {
  const piece = await offeredTradeIn(app, kind, more)
  await answerOffer(app, { token: piece.token, offer: 1, answer: 'yes' })
  return piece
}

export const seller = {
  ...{ name: 'Bea Owner', address: '1 Pine St, Seattle', birthDate: '1980-02-03' },
  ...{ idType: 'Driver license', idNumber: 'WDL123' },
}

export const noted = async (app: AppContext, token: string) =>
  noteIdentity(app, await asForm(app, token, 'identity', seller))

export async function tradeInEmailsOf(app: AppContext, token: string): Promise<string[]> {
  const { id } = await tradeInBy(app, token)
  const found = await app.db.orm
    .select({ kind: emailOutbox.kind })
    .from(emailOutbox)
    .where(eq(emailOutbox.tradeInId, id))
    .orderBy(emailOutbox.createdAt, emailOutbox.occasion)
  return found.map(({ kind }) => kind)
}

const role: Role = 'owner'

/** Staff paid by check, all that is open. */
export const paysOut = async (
  app: AppContext,
  token: string,
  more: Record<string, string> = {},
) => ({
  ...(await asForm(app, token, 'payout', {
    ...{ key: tradeInKey(), kind: 'check', reference: '1042', paidOn: '2026-03-11' },
    ...{ sanctions: 'yes', ...more },
  })),
  role,
})

/** The credit pays an order, or a part of it. */
export const credits = async (app: AppContext, token: string, order: { number: string }) => ({
  ...(await asForm(app, token, 'credit', {
    ...{ key: tradeInKey(), order: order.number, sanctions: 'yes' },
  })),
  role,
})

/** All that was paid for an order, each payment the way it came, or what `wish` selects. */
export async function refundsAll(
  app: AppContext,
  order: { id: string },
  wish: Parameters<typeof previewRefund>[1]['wish'] = { of: 'whole' },
) {
  const about = { ...(await seenByStaff(app, order)), wish, payment: null }
  const { amount: stated } = await previewRefund(app, about)
  return refundOrder(app, {
    ...about,
    ...{ key: tradeInKey(), stated, reason: 'They changed their mind.', note: '' },
    requireFresh: async () => {},
  })
}

/** The recast piece is weighed, certified, and on its way to its owner. */
export async function shipsRecast(app: AppContext, order: { id: string }) {
  await readyToSend(app, order)
  const parcel = { carrier: 'ups', tracking: '1Z999AA10123456784' } as const
  const ships = { ...(await seenByStaff(app, order)), ...parcel, isLast: true } as const
  await recordShipment(app, { ...ships, sanctions: 'yes' })
  await issueCertificates(app, order.id)
}
