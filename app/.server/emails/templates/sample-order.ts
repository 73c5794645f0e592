import type { Shipping } from '#app/.server/settings/shipping.ts'
import { parsePerGram, perOunceOf } from '#app/domain/gold-price/rates.ts'
import { cents } from '#app/domain/money/cents.ts'
import type { Milligrams } from '#app/domain/money/grams.ts'
import { priceItem } from '#app/domain/pricing/price.ts'
import type { BuyerEmailKind } from './order-buyer-emails.ts'
import type { OrderFacts } from './order-facts.ts'

const at = new Date('2026-03-11T16:00:00Z')
const until = new Date('2026-03-18T16:00:00Z')
const none = cents(0)

/** What an email says of an order before there is one that it could be about: all of it is made up [MAIL-24]. */
export function sampleOrder(
  kind: BuyerEmailKind,
  { publicUrl, shipping }: { publicUrl: string; shipping: Shipping },
): OrderFacts {
  const { page, ...order } = sampleSale(publicUrl)
  return {
    ...order,
    ...sampleEvents(publicUrl),
    ...{ page, confirmedPage: page, confirmedFor: 'View your order' },
    isTest: false,
    email: 'ada@example.com',
    firstName: 'Ada',
    giftNote: null,
    isHandedOver: false,
    pickupCode: '123456',
    isFromStock: false,
    isReady: false,
    tracking: null,
    parcelOf: 'whole',
    paymentReference: null,
    holdReason: null,
    heldBack: [],
    evidenceBy: null,
    extra: none,
    toldByEmail: false,
    wireAwaited: false,
    toldOfMoney: '',
    shipBy: 'Wed, Mar 18',
    shipsAndArrives: 'Ships by Wed, Mar 18. Arrives about Mar 18–23.',
    debitBy: 'Tue, Mar 17',
    arrival: 'Mar 24–27',
    shipping,
    ...ofKind[kind],
  }
}

/** An L is in no number of an order, so this is nobody's. */
const number = 'FN-SAMPLE-0000'

function sampleSale(publicUrl: string) {
  const perGram = parsePerGram('131.2778')
  if (perGram === null) throw new RangeError('The sample has no price of gold')
  const weight = 14_700 as Milligrams
  const price = priceItem(weight, cents(750_00), perGram)
  const line = { ...price, weight, perGram, quantity: 1, lineTotal: price.unitPrice }
  return {
    summary: {
      number,
      lines: [{ ...line, productId: 'sample', name: 'Sample pendant', size: 'Small' }],
      discount: none,
      total: price.unitPrice,
      tax: null,
      taxToCome: false,
      goldPrice: { perOunce: perOunceOf(perGram), perGram, source: 'gold-api', takenAt: at },
    },
    pickupPlace: null,
    page: new URL('/order/sample', publicUrl).href,
    adminPage: new URL('/admin/dashboard/orders', publicUrl).href,
    address: {
      ...{ name: 'Ada Sample', line1: '1000 Example Street', line2: '' },
      ...{ city: 'Seattle', state: 'WA', postalCode: '98101', country: 'US' },
    },
    receipt: { name: 'R-00000', href: new URL('/order/sample', publicUrl).href },
  }
}

const piece = '1 × Sample pendant, Small'

/** What happened to it: more than can happen to one order, as each email reads its own part. */
function sampleEvents(publicUrl: string) {
  const link = new URL('/order/sample', publicUrl).href
  const credit = { goods: cents(500_00), tax: none, shipping: none, discount: none }
  return {
    parcels: [
      {
        ...{ tracking: 'UPS 1Z999AA10123456784', href: null, signature: true },
        ...{ sentAt: at, deliveredAt: null, pieces: [piece] },
      },
    ],
    weighed: ['Sample pendant, Small, FN-000000: 14.70 g'],
    certificates: [{ label: 'Sample pendant, FN-000000', href: link }],
    certificateChange: {
      sentence:
        'On March 11, 2026, at 9:00 AM PDT, the certificate of your piece FN-000000 was transferred to a new owner.',
      href: link,
    },
    refund: {
      ...{ amount: cents(500_00), note: '', isByHand: false, reason: '', owed: '' },
      ...{ lines: [], credit, means: 'the card you paid with' },
      creditNote: { name: 'CN-2026-0000', href: link },
    },
    delay: {
      ...{ oldShipBy: '2026-03-18', newShipBy: '2026-04-20', reason: 'The mold broke.' },
      ...{ decision: null, answerBy: '2026-04-17', links: null },
      silence: 'Please answer by Fri, Apr 17.',
    },
    return: {
      ...{ pieces: [piece], reason: 'It’s too small.', instructions: 'Pack it well.' },
      ...{ refusal: 'It was worn.', wasHere: true, again: null },
    },
    part: {
      ...{ amount: cents(500_00), received: cents(500_00), left: cents(2_179_78) },
      deposit: { isReached: true, left: none, request: '' },
    },
    wire: { received: cents(500_00), missing: cents(2_179_78), until },
    lateWire: { amount: cents(500_00), state: 'expired' as const },
    refusedDebit: {
      ...{ amount: cents(2_679_78), reason: 'the account is closed' },
      next: { by: 'new order' as const },
    },
    orderAgain: [{ label: 'Order Sample pendant again', href: publicUrl }],
    paymentRequestLink: {
      ...{ amount: cents(500_00), received: none, kind: 'deposit' as const },
      ...{ until, agreement: 'A sample pendant of about 14.7 g.', href: null },
    },
  } satisfies Partial<OrderFacts>
}

/** Not paid yet, so that there is no receipt. */
const unpaid = { receipt: null } as const
const ofKind: Partial<Record<BuyerEmailKind, Partial<OrderFacts>>> = {
  'order-pay-buyer': unpaid,
  'order-part-buyer': unpaid,
  'order-wire-buyer': unpaid,
  'order-wire-late-buyer': unpaid,
  'order-debit-buyer': unpaid,
  'order-debit-failed-buyer': unpaid,
  'order-wire-canceled-buyer': {
    ...unpaid,
    lateWire: { amount: cents(500_00), state: 'cancelled' },
  },
  'order-payment-extra-buyer': { lateWire: { amount: cents(500_00), state: 'paid' } },
  'order-wire-extra-buyer': { lateWire: { amount: cents(500_00), state: 'paid' } },
  'order-canceled-buyer': {
    ...unpaid,
    toldOfMoney: 'You paid $500.00. We’re reviewing your refund and will email you.',
  },
  'order-refund-declined-buyer': { toldOfMoney: 'We decided not to refund $500.00.' },
}
