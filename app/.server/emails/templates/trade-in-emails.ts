import { type Tracked, trackingText } from '#app/domain/fulfillment/parcel.ts'
import { type Cents, formatCents } from '#app/domain/money/cents.ts'
import type { TradeInKind } from '#app/domain/trade-ins/trade-in.ts'
import type { TradeInEmailKind } from '../../platform/db/schema.ts'
import { end, greeting, greetingField } from './common-fields.ts'
import type { Email } from './email.ts'
import {
  block,
  type EmailText,
  type FieldValues,
  fillTemplate,
  needed,
  words,
} from './fill-template.ts'
import { paragraph, signature } from './order-parts.ts'
import { marked } from './order-staff-emails.ts'

/** What the emails about a trade-in say; times as text. */
export type TradeInFacts = {
  firstName: string | null
  number: number
  kind: TradeInKind
  /** `Wave, Small, FN-000123` */
  piece: string
  /** Empty for a piece without a certificate. */
  serial: string
  note: string
  /** Of the owner; a person who has it answers the offer. Null in the copy that is kept. */
  page: string | null
  adminPage: string
  isTest: boolean
  instructions: string
  /** `isHere`: its PDF is on the page of the trade-in. */
  label: (Tracked & { isHere: boolean }) | null
  again: Tracked | null
  amount: Cents | null
  difference: string
  offerUntil: string
  creditUntil: string
  open: Cents
  /** Of a payout: `by check, 1234`. */
  paid: string
  why: string
  state: string
}

const kinds: Record<TradeInKind, string> = {
  recast: 'recast',
  exchange: 'exchange',
  'sell-back': 'sell-back',
}

const nextStep: Record<TradeInKind, string> = {
  recast: 'We’ll email you a link to pay for it. We start once it’s paid.',
  exchange:
    'Choose your new piece and reply to this email with its name. We’ll apply your credit to it.',
  'sell-back': 'We’ll pay you by check or bank transfer, and may ask you for your ID first.',
}

const labelText = ({ isHere, ...label }: Tracked & { isHere: boolean }) =>
  `Your prepaid label: ${trackingText(label)}.${isHere ? ' Print it from your trade-in page.' : ''}`

const common = [
  greetingField,
  words('trade-in number', 'Trade-in number, such as 12'),
  words('piece', 'The piece: its name, size, and serial number'),
  words('request', 'Recast, exchange, or sell-back'),
  needed(block('your trade-in', 'Link to the page of the trade-in')),
  block('signature', 'Your shop’s name, address, email, and phone'),
]

function valuesOf(facts: TradeInFacts): FieldValues {
  const { kind, amount, label, again, difference } = facts
  const isPaidByOwner = kind === 'recast'
  const sum = amount === null ? '' : formatCents(amount)
  return {
    greeting: greeting(facts),
    'trade-in number': `${facts.number}`,
    piece: facts.piece,
    request: kinds[kind],
    'how to send it': [facts.instructions, label && labelText(label)].filter(Boolean).join(' '),
    offer: isPaidByOwner ? `The recast costs ${sum}.` : `We offer you ${sum}.`,
    'our offer': isPaidByOwner ? 'Your recast quote' : 'Our offer',
    'what you accepted': isPaidByOwner ? 'You approved our quote' : 'You accepted our offer',
    'how it differs':
      difference &&
      `${facts.serial ? 'The piece doesn’t match its certificate' : 'The piece isn’t .9999 gold'}: ${difference}. Our ${isPaidByOwner ? 'quote' : 'offer'} is based on our own measurements.`,
    'offer ends': facts.offerUntil,
    'next step': nextStep[kind],
    credit: formatCents(facts.open),
    'credit left':
      facts.open > 0
        ? `You have ${formatCents(facts.open)} left. Use it by ${facts.creditUntil}.`
        : '',
    'credit ends': facts.creditUntil,
    'how we paid': facts.paid,
    why: facts.why,
    tracking: again ? trackingText(again) : '',
    'your trade-in': facts.page
      ? [{ is: 'button', label: 'View your trade-in', href: facts.page }]
      : [paragraph('(Link removed from this saved copy.)')],
    signature: signature(),
  }
}

type Written = Pick<EmailText<TradeInFacts>, 'name' | 'when'> & {
  more?: EmailText<TradeInFacts>['fields']
  subject: string
  text: string
}

const text = ({ more = [], subject, text: body, ...rest }: Written): EmailText<TradeInFacts> => ({
  ...rest,
  fields: [...common, ...more],
  builtIn: { subject, body: `{greeting}\n\n${body}\n\n{your trade-in}\n\n${end}` },
  values: valuesOf,
})

const why = words('why', 'Your reason')
const credit = [
  words('credit', 'What is left of the credit'),
  words('credit ends', 'When the credit ends'),
]

/** The emails to the owner of a piece, one for each step [TRADE-17]. */
export const tradeInEmails = {
  'trade-in-requested-owner': text({
    name: 'Trade-in requested',
    when: 'Sent to the customer when a trade-in is requested.',
    subject: 'Your trade-in {trade-in number}',
    text: 'We received your request for {piece}: {request}.\n\nPlease don’t ship anything until you hear from us.\n\nIf you didn’t ask for this, please let us know.',
  }),
  'trade-in-accepted-owner': text({
    name: 'Trade-in approved',
    when: 'Sent to the customer when you approve a trade-in.',
    more: [needed(words('how to send it', 'Your instructions and the prepaid label'))],
    subject: 'How to send us your piece for trade-in {trade-in number}',
    text: 'You can send us {piece}.\n\n{how to send it}\n\nOnce it’s here, we’ll weigh it, test its gold, and make you an offer.',
  }),
  'trade-in-declined-owner': text({
    name: 'Trade-in declined',
    when: 'Sent to the customer when you decline a trade-in. Includes your reason.',
    more: [needed(why)],
    subject: 'Your trade-in {trade-in number} was declined',
    text: 'We can’t accept {piece}.\n\n{why}',
  }),
  'trade-in-received-owner': text({
    name: 'Trade-in received',
    when: 'Sent to the customer when the piece arrives.',
    subject: 'We received your piece for trade-in {trade-in number}',
    text: 'We’ve received {piece}. Next, we’ll weigh it and test its gold.',
  }),
  'trade-in-offered-owner': text({
    name: 'Trade-in offer',
    when: 'Sent to the customer when you make an offer.',
    more: [
      words('our offer', 'Our offer, or: Your recast quote'),
      needed(words('offer', 'What you offer, or what the recast costs')),
      words('how it differs', 'How the piece differs from its certificate'),
      words('offer ends', 'When the offer ends'),
    ],
    subject: '{our offer} for trade-in {trade-in number}',
    text: 'We weighed and tested {piece}.\n\n{how it differs}\n\n{offer} Please say yes or no on the page below by {offer ends}. If you say no, we’ll send the piece back.',
  }),
  'trade-in-agreed-owner': text({
    name: 'Trade-in offer accepted',
    when: 'Sent to the customer when they accept your offer.',
    more: [
      words('what you accepted', 'You accepted our offer, or: You approved our quote'),
      words('offer', 'The amount'),
      words('next step', 'What happens next'),
    ],
    subject: '{what you accepted} for trade-in {trade-in number}',
    text: '{what you accepted} for {piece}.\n\n{next step}',
  }),
  'trade-in-paid-owner': text({
    name: 'Trade-in paid',
    when: 'Sent to the customer when you record what you paid.',
    more: [words('how we paid', 'The amount, how it was paid, and its reference')],
    subject: 'We paid you for trade-in {trade-in number}',
    text: 'We paid you for {piece}: {how we paid}.',
  }),
  'trade-in-done-owner': text({
    name: 'Trade-in recast finished',
    when: 'Sent to the customer when the recast is done.',
    subject: 'Your recast is finished',
    text: 'We’ve recast your piece: {piece}.',
  }),
  'trade-in-used-owner': text({
    name: 'Trade-in credit applied',
    when: 'Sent to the customer when you apply a credit to an order.',
    more: [words('credit left', 'What is left of the credit, and until when')],
    subject: 'We applied your trade-in credit',
    text: 'We applied your credit for {piece} to your order.\n\n{credit left}',
  }),
  'trade-in-credit-owner': text({
    name: 'Trade-in credit',
    when: 'Sent to the customer when a credit is extended, or comes back from a refunded order.',
    more: credit,
    subject: 'Your credit for trade-in {trade-in number}',
    text: 'You have a credit of {credit} for {piece}. Use it toward another piece by {credit ends}. It can’t be transferred. If you need more time, email us before then.',
  }),
  'trade-in-returning-owner': text({
    name: 'Returning the piece',
    when: 'Sent to the customer when a piece that arrived isn’t traded in.',
    more: [why],
    subject: 'We’re returning your piece (trade-in {trade-in number})',
    text: 'We’ll send {piece} back to you.\n\n{why}',
  }),
  'trade-in-returned-owner': text({
    name: 'Trade-in sent back',
    when: 'Sent to the customer when you send the piece back.',
    more: [words('tracking', 'The tracking number'), why],
    subject: 'Your piece is on its way back',
    text: 'We sent {piece} back to you. Tracking: {tracking}',
  }),
  'trade-in-ended-owner': text({
    name: 'Trade-in ended',
    when: 'Sent to the customer when a trade-in is canceled, or its package was lost.',
    more: [needed(why)],
    subject: 'Trade-in {trade-in number} is closed',
    text: 'Your trade-in of {piece} is closed.\n\n{why}',
  }),
} satisfies Record<Extract<TradeInEmailKind, `${string}-owner`>, EmailText<TradeInFacts>>

export type TradeInOwnerEmailKind = keyof typeof tradeInEmails

export function tradeInEmail(
  kind: TradeInEmailKind,
  facts: TradeInFacts,
  written: { subject: string; body: string } | null,
): Email {
  if (kind === 'trade-in-requested-staff' || kind === 'trade-in-answered-staff') {
    return staffEmail(kind, facts)
  }
  return marked(fillTemplate(written ?? tradeInEmails[kind].builtIn, valuesOf(facts)), facts)
}

function staffEmail(
  kind: 'trade-in-requested-staff' | 'trade-in-answered-staff',
  facts: TradeInFacts,
): Email {
  const { number, piece, note, state, adminPage } = facts
  const isNew = kind === 'trade-in-requested-staff'
  const said = state === 'returning' ? 'declined' : 'accepted'
  return marked(
    {
      subject: isNew ? `Trade-in ${number}: requested` : `Trade-in ${number}: offer ${said}`,
      blocks: [
        paragraph(
          isNew
            ? `New trade-in request for ${piece}: ${kinds[facts.kind]}.`
            : `${piece}: the customer ${said} your offer.`,
        ),
        ...(isNew && note ? [paragraph(note)] : []),
        { is: 'button', label: 'View the trade-in in the admin area', href: adminPage },
      ],
    },
    facts,
  )
}

/** For a preview before there is a trade-in. */
export const sampleTradeIn = (publicUrl: string): TradeInFacts => ({
  ...{ firstName: 'Ada', number: 12, kind: 'exchange', piece: 'Wave, Small, FN-000123', note: '' },
  serial: 'FN-000123',
  page: new URL('/trade-ins/sample', publicUrl).href,
  adminPage: new URL('/admin/dashboard/trade-ins', publicUrl).href,
  isTest: false,
  instructions: 'Pack it well and send it to us.',
  label: { carrier: 'ups', tracking: '1Z999AA10123456784', isHere: true },
  again: { carrier: 'ups', tracking: '1Z999AA10123456784' },
  amount: 118_000 as Cents,
  difference: 'it weighs 14.10 g instead of 14.20 g',
  ...{
    offerUntil: 'December 4, 2026, at 9:05 AM PST',
    creditUntil: 'February 25, 2027, at 9:05 AM PST',
  },
  open: 118_000 as Cents,
  paid: '$1,180.00 by check, 1042',
  why: 'It isn’t one of our pieces.',
  state: 'agreed',
})
