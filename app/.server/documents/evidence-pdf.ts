import { titleOf } from '#app/domain/catalog/line-title.ts'
import { formatExactRate, parsePerGram, parsePerOunce } from '#app/domain/gold-price/rates.ts'
import { type Cents, cents, formatCents } from '#app/domain/money/cents.ts'
import { formatGrams } from '#app/domain/money/grams.ts'
import { placeLine } from '#app/domain/orders/city-line.ts'
import { orderStateWord } from '#app/domain/orders/order-state.ts'
import { formatDateTime } from '#app/domain/time/date-time.ts'
import { brand } from '#brand'
import type { Evidence } from './evidence.ts'
import { type DocumentBlock, pdfOf } from './pdf.ts'

/** As on every other document of the shop, with the name of its zone. */
const time = (at: string | null) =>
  at === null ? '' : formatDateTime(new Date(at), brand.timeZone)
const money = (amount: Cents | null) => (amount === null ? '' : formatCents(amount))

/** The same facts for a person at the bank. */
export function evidencePdf(evidence: Evidence): Promise<Buffer> {
  const { order } = evidence
  return pdfOf({
    title: `Evidence for order ${order.number}`,
    subtitle: `Collected ${time(evidence.collectedAt)} by ${evidence.collectedBy}`,
    footer: `${brand.name}, order ${order.number}`,
    blocks: [
      ...aboutOrder(evidence),
      ...aboutParcels(evidence),
      ...aboutPrice(evidence),
      ...aboutPayment(evidence),
      ...whatHappened(evidence),
      ...aboutEmails(evidence),
    ],
    at: new Date(evidence.collectedAt),
  })
}

/** As it is written on a parcel: the database keeps the parts in its own order. */
function addressText({
  name = '',
  line1 = '',
  line2 = '',
  city = '',
  state = '',
  postalCode = '',
  country = '',
}: Record<string, string>): string {
  return [name, line1, line2, placeLine({ city, state, postalCode }), country]
    .filter((line) => line !== '')
    .join('\n')
}

function aboutOrder({ order, payment }: Evidence): DocumentBlock[] {
  const address = order.shippingAddress
  const state = orderStateWord(order.state)
  return [
    { is: 'heading', text: 'The order' },
    {
      is: 'facts',
      facts: [
        ['Number', order.number],
        ['Status', order.isTest ? `${state} (test, no card was charged)` : state],
        ['Placed', time(order.createdAt)],
        ['Paid', time(order.paidAt)],
        ...totalFacts(order),
        ['Payment', payment.reference ?? ''],
        ['Buyer', order.email ?? ''],
        ['Delivery', deliveryFact(order)],
        ['Ship to', address ? addressText(address) : 'not known'],
        ['Tracking', order.tracking ?? 'not sent'],
      ],
    },
  ]
}

const deliveryFact = ({ delivery, shippingCents }: Evidence['order']) =>
  shippingCents === 0 ? delivery : `${delivery}, ${money(shippingCents)}`

/** The sum of the buyer's bank is the one with sales tax. */
function totalFacts({ totalCents, taxCents, currency }: Evidence['order']): [string, string][] {
  const sum = (amount: number) => `${money(cents(amount))} ${currency.toUpperCase()}`
  const total: [string, string] = ['Total', sum(totalCents + taxCents)]
  if (taxCents === 0) return [total]
  return [['Before tax', sum(totalCents)], ['Sales tax', sum(taxCents)], total]
}

function aboutParcels({ parcels, lines }: Evidence): DocumentBlock[] {
  if (parcels.length === 0) return []
  return [
    { is: 'heading', text: 'What was sent' },
    {
      is: 'table',
      columns: [
        { label: 'When', share: 0.24 },
        { label: 'Tracking', share: 0.3 },
        { label: 'Pieces', share: 0.24 },
        { label: 'Insurance and signature', share: 0.22 },
      ],
      rows: parcels.map(({ sentAt, tracking, pieces, declaredCents, signature, ...parcel }) => [
        time(sentAt),
        tracking,
        pieces
          .map(({ line, quantity }) => `${quantity} × ${lines[line]?.name ?? 'a piece'}`)
          .join('\n'),
        [
          money(declaredCents),
          [parcel.insurer, parcel.policy].filter(Boolean).join(', '),
          signature ? 'signature required' : '',
        ]
          .filter((text) => text !== '')
          .join('\n'),
      ]),
    },
  ]
}

function aboutPrice({ lines, quote, goldPrice }: Evidence): DocumentBlock[] {
  return [
    { is: 'heading', text: 'What was bought, and how its price was made' },
    {
      is: 'table',
      columns: [
        { label: 'Piece', share: 0.3 },
        { label: 'Weight', share: 0.13, figures: true },
        { label: 'Per gram', share: 0.15, figures: true },
        { label: 'Gold', share: 0.14, figures: true },
        { label: 'Fee', share: 0.12, figures: true },
        { label: 'Total', share: 0.16, figures: true },
      ],
      rows: lines.map((line) => [
        `${titleOf(line)}${line.quantity > 1 ? `, ${line.quantity} pieces` : ''}`,
        formatGrams(line.weightMg),
        rate(line.pricePerGram),
        money(line.metalValueCents),
        [
          money(line.feeCents),
          line.engravingFeeCents === undefined ? '' : `${money(line.engravingFeeCents)} engraving`,
        ]
          .filter((text) => text !== '')
          .join('\n'),
        money(line.lineTotalCents),
      ]),
    },
    {
      is: 'facts',
      facts: [
        [
          'Gold price',
          `${rate(goldPrice.perGram)} per gram, ${ounce(goldPrice.perOunce)} per troy ounce`,
        ],
        ['Its source', goldPrice.source],
        ['Taken', time(goldPrice.takenAt)],
        ['Quote', quote.id],
      ],
    },
  ]
}

function rate(text: string): string {
  const parsed = parsePerGram(text)
  return parsed === null ? text : formatExactRate(parsed)
}

function ounce(text: string): string {
  const parsed = parsePerOunce(text)
  return parsed === null ? text : formatExactRate(parsed)
}

function aboutPayment({ payment, ledger }: Evidence): DocumentBlock[] {
  return [
    { is: 'heading', text: 'The payment' },
    {
      is: 'facts',
      facts: [
        ['Provider', payment.provider],
        ['Payment', payment.reference ?? ''],
        ['Checkout session', payment.session ?? ''],
        [
          '3-D Secure',
          payment.threeDSecure === 'any' ? 'asked of every card' : 'as the provider decides',
        ],
        ['Dispute', payment.dispute ?? 'none'],
      ],
    },
    {
      is: 'table',
      columns: [
        { label: 'Reported', share: 0.24 },
        { label: 'Event', share: 0.2 },
        { label: 'Amount', share: 0.16, figures: true },
        { label: 'Id', share: 0.4 },
      ],
      rows: payment.events.map((event) => [
        time(event.receivedAt),
        event.type,
        money(event.amountCents),
        event.id,
      ]),
    },
    { is: 'heading', text: 'The money' },
    {
      is: 'table',
      columns: [
        { label: 'When', share: 0.24 },
        { label: 'What', share: 0.2 },
        { label: 'Accounts', share: 0.56 },
      ],
      rows: ledger.map(({ at, kind, postings }) => [
        time(at),
        kind,
        Object.entries(postings)
          .map(([account, amount]) => `${account} ${money(amount)}`)
          .join(', '),
      ]),
    },
  ]
}

function whatHappened({ history, holds }: Evidence): DocumentBlock[] {
  return [
    { is: 'heading', text: 'What happened' },
    {
      is: 'table',
      columns: [
        { label: 'When', share: 0.24 },
        { label: 'Status', share: 0.12 },
        { label: 'Reason', share: 0.64 },
      ],
      rows: history.map(({ at, to, why, by }) => [time(at), orderStateWord(to), `${why} (${by})`]),
    },
    ...(holds.length === 0
      ? []
      : ([
          { is: 'heading', text: 'Checked before shipping' },
          {
            is: 'table',
            columns: [
              { label: 'Since', share: 0.24 },
              { label: 'Why it was on hold', share: 0.38 },
              { label: 'How it ended', share: 0.38 },
            ],
            rows: holds.map((hold) => [
              time(hold.openedAt),
              `${hold.kind}: ${hold.reason}`,
              hold.releasedAt === null
                ? 'not yet'
                : [
                    `${time(hold.releasedAt)}, ${hold.releasedBy}: ${hold.releaseReason}`,
                    ...hold.checks,
                  ].join('\n'),
            ]),
          },
        ] satisfies DocumentBlock[])),
  ]
}

function aboutEmails({ mails: emails }: Evidence): DocumentBlock[] {
  return emails.flatMap((email): DocumentBlock[] => [
    { is: 'heading', text: `Email: ${email.subject ?? email.kind}` },
    {
      is: 'facts',
      facts: [
        ['To', email.recipient ?? ''],
        ['Written', time(email.createdAt)],
        ['Sent', email.sentAt === null ? `not sent (${email.state})` : time(email.sentAt)],
      ],
    },
    ...(email.text === null ? [] : [{ is: 'paragraph' as const, text: email.text }]),
  ])
}
