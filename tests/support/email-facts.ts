import type { OrderFacts } from '#app/.server/emails/templates/order-facts.ts'
import { parsePerGram, perOunceOf } from '#app/domain/gold-price/rates.ts'
import { cents } from '#app/domain/money/cents.ts'
import type { Milligrams } from '#app/domain/money/grams.ts'
import { priceItem } from '#app/domain/pricing/price.ts'

const perGram = parsePerGram('131.2778')
if (perGram === null) throw new Error('no rate')
const price = priceItem(14_700 as Milligrams, cents(75_000), perGram)

/** What emails about an order are written from, with characters that HTML has to escape. */
export const emailFacts: OrderFacts = {
  pickupPlace: null,
  summary: {
    number: 'FN-7K3M-Q9XZ',
    lines: [
      {
        productId: '7',
        size: '<b>Small</b>',
        name: 'Ring\r\n& "Wave"',
        weight: 14_700 as Milligrams,
        perGram,
        ...price,
        quantity: 2,
        lineTotal: cents(price.unitPrice * 2),
      },
    ],
    discount: cents(0),
    total: cents(price.unitPrice * 2),
    tax: null,
    taxToCome: false,
    goldPrice: {
      perOunce: perOunceOf(perGram),
      perGram,
      source: 'gold-api',
      takenAt: new Date('2026-03-11T15:00:00Z'),
    },
  },
  isTest: false,
  page: 'http://localhost:3000/order/a-token',
  confirmedPage: 'http://localhost:3000/order/a-token?confirmed=1.s',
  confirmedFor: 'View your order',
  adminPage: 'http://localhost:3000/admin/dashboard/orders/an-id',
  email: 'ada@example.com',
  firstName: 'Ada',
  giftNote: null,
  address: {
    name: 'Ada <script>',
    line1: '1 Street',
    line2: '',
    city: 'Seattle',
    state: 'WA',
    postalCode: '98101',
    country: 'US',
  },
  tracking: 'https://tracking.example/?a=1&b="2"',
  parcels: [
    {
      tracking: 'https://tracking.example/?a=1&b="2"',
      href: null,
      signature: true,
      sentAt: new Date('2026-03-11T16:00:00Z'),
      deliveredAt: null,
      pieces: ['1 × Raven, Small'],
    },
  ],
  parcelOf: 'whole',
  weighed: ['<Raven>, Small, FN-000123: 28.30 g, 0.60 g less than sold'],
  certificateChange: {
    sentence: 'The certificate of your piece FN-000123 was reported lost.',
    href: 'http://localhost:3000/certificate/an-id',
  },
  paymentReference: 'pi_1',
  wire: null,
  toldOfMoney: '',
  toldByEmail: false,
  wireAwaited: false,
  shipsAndArrives: '',
  orderAgain: [],
  extra: cents(0),
  lateWire: null,
  debitBy: null,
  arrival: null,
  refusedDebit: null,
  isHandedOver: false,
  pickupCode: null,
  isFromStock: false,
  isReady: false,
  shipBy: null,
  evidenceBy: null,
  paymentRequestLink: null,
  heldBack: [],
  holdReason: 'A second payment.',
  refund: null,
  delay: {
    oldShipBy: '2026-03-18',
    newShipBy: '2026-04-20',
    reason: 'The <mold> broke.',
    decision: null,
    answerBy: '2026-04-17',
    silence: 'Please answer by Fri, Apr 17.',
    links: {
      keep: 'http://localhost:3000/order/delay/a-link?answer=keep',
      cancel: 'http://localhost:3000/order/delay/a-link?answer=cancel',
    },
  },
  return: {
    pieces: ['1 × <Raven>, Small'],
    reason: 'Too <small>.',
    instructions: 'Send it to 1 <Street>.',
    refusal: 'It was <worn>.',
    wasHere: true,
    again: { tracking: 'UPS 1Z999AA10123456784', href: null },
  },
  certificates: [],
  part: {
    amount: cents(52_000),
    received: cents(62_000),
    left: cents(93_000),
    deposit: { isReached: true, left: cents(0), request: 'A <ring>.' },
  },
  receipt: { name: 'R-00012', href: 'http://localhost:3000/order/a-token/documents/receipt.pdf' },
  shipping: {
    processingTime: '3 days',
    shippingTime: '2 days',
    shippingCost: 'Free',
    processingDays: 3,
  },
}
