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
  note: string
  /** Of the owner; a person who has it answers the offer. */
  page: string
  adminPage: string
  isTest: boolean
  instructions: string
  label: Tracked | null
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

const whatWeDo: Record<TradeInKind, string> = {
  recast: 'Recast it',
  exchange: 'Exchange it for another piece',
  'sell-back': 'Buy it back',
}

const nextStep: Record<TradeInKind, string> = {
  recast: 'We’ll email you a link to pay for it. We start once it’s paid.',
  exchange: 'Choose your new piece, reply to this email, and we’ll use the credit for it.',
  'sell-back': 'We’ll pay you by check or bank transfer, and may ask you for your ID first.',
}

const common = [
  greetingField,
  words('trade-in number', 'Trade-in number, such as 12'),
  words('piece', 'The piece: its name, size, and serial number'),
  words('what you do', 'Recast it, exchange it, or buy it back'),
  needed(block('your trade-in', 'Link to the owner’s page')),
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
    'what you do': whatWeDo[kind],
    'how to send it': [
      facts.instructions,
      label && `Your prepaid, insured label: ${trackingText(label)}`,
    ]
      .filter(Boolean)
      .join(' '),
    offer: isPaidByOwner ? `The recast costs ${sum}.` : `We offer you ${sum}.`,
    'how it differs': difference && `It isn’t as it was sold: ${difference}.`,
    'offer ends': facts.offerUntil,
    'next step': nextStep[kind],
    credit: formatCents(facts.open),
    'credit ends': facts.creditUntil,
    'how we paid': facts.paid,
    why: facts.why,
    tracking: again ? trackingText(again) : '',
    'your trade-in': [{ is: 'button', label: 'View your trade-in', href: facts.page }],
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
    when: 'Sent to the owner when a trade-in is requested.',
    subject: 'Your trade-in {trade-in number}',
    text: 'We received your request for {piece}. What you’d like us to do: {what you do}.\n\nPlease don’t ship anything until you hear from us.\n\nIf you didn’t ask for this, please let us know.',
  }),
  'trade-in-accepted-owner': text({
    name: 'Trade-in approved',
    when: 'Sent to the owner when you approve a trade-in.',
    more: [needed(words('how to send it', 'Your instructions, and the prepaid label'))],
    subject: 'How to send us your piece for trade-in {trade-in number}',
    text: 'You can send us {piece}.\n\n{how to send it}\n\nOnce it’s here, we’ll weigh it, test its gold, and make you an offer.',
  }),
  'trade-in-declined-owner': text({
    name: 'Trade-in declined',
    when: 'Sent to the owner when you decline a trade-in. Includes your reason.',
    more: [needed(why)],
    subject: 'Your trade-in {trade-in number} was declined',
    text: 'We can’t accept {piece}.\n\n{why}',
  }),
  'trade-in-received-owner': text({
    name: 'Trade-in received',
    when: 'Sent to the owner when the piece arrives.',
    subject: 'We received your piece for trade-in {trade-in number}',
    text: 'We’ve received {piece}. Next, we’ll weigh it and test its gold.',
  }),
  'trade-in-offered-owner': text({
    name: 'Trade-in offer',
    when: 'Sent to the owner when you make an offer.',
    more: [
      needed(words('offer', 'What you offer, or what the recast costs')),
      words('how it differs', 'How the piece differs from what was sold'),
      words('offer ends', 'When the offer ends'),
    ],
    subject: 'Our offer for trade-in {trade-in number}',
    text: 'We weighed and tested {piece}.\n\n{how it differs}\n\n{offer} Please say yes or no on the page below by {offer ends}. If you say no, we’ll send the piece back.',
  }),
  'trade-in-agreed-owner': text({
    name: 'Trade-in agreed',
    when: 'Sent to the owner when they accept your offer.',
    more: [words('offer', 'What was agreed'), words('next step', 'What happens next')],
    subject: 'Thank you: trade-in {trade-in number} is agreed',
    text: 'You accepted our offer for {piece}.\n\n{next step}',
  }),
  'trade-in-paid-owner': text({
    name: 'Trade-in paid',
    when: 'Sent to the owner when you record what you paid.',
    more: [words('how we paid', 'The amount, how it was paid, and its reference')],
    subject: 'We paid you for trade-in {trade-in number}',
    text: 'We paid you for {piece}: {how we paid}.',
  }),
  'trade-in-done-owner': text({
    name: 'Trade-in done',
    when: 'Sent to the owner when the recast is done, or a credit was used.',
    more: credit,
    subject: 'Trade-in {trade-in number}: what we did',
    text: 'For {piece}, we did what you asked for: {what you do}. See the details on the page below.',
  }),
  'trade-in-credit-owner': text({
    name: 'Trade-in credit',
    when: 'Sent to the owner when a credit is extended, or comes back from a refunded order.',
    more: credit,
    subject: 'Your credit of trade-in {trade-in number}',
    text: 'You have a credit of {credit} for {piece}. Use it for another piece by {credit ends}. It isn’t a gift card and can’t be transferred.',
  }),
  'trade-in-returning-owner': text({
    name: 'Trade-in going back',
    when: 'Sent to the owner when a piece that arrived isn’t traded in.',
    more: [why],
    subject: 'We’re sending back your piece of trade-in {trade-in number}',
    text: 'We’ll send {piece} back to you.\n\n{why}',
  }),
  'trade-in-returned-owner': text({
    name: 'Trade-in sent back',
    when: 'Sent to the owner when you send the piece back.',
    more: [words('tracking', 'The tracking number'), why],
    subject: 'Your piece of trade-in {trade-in number} is on its way back',
    text: 'We sent {piece} back to you. Tracking: {tracking}',
  }),
  'trade-in-ended-owner': text({
    name: 'Trade-in ended',
    when: 'Sent to the owner when a trade-in is canceled, or its package was lost.',
    more: [needed(why)],
    subject: 'Trade-in {trade-in number} has ended',
    text: 'The trade-in of {piece} has ended.\n\n{why}',
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
            ? `The owner of ${piece} asks: ${whatWeDo[facts.kind]}.`
            : `${piece}: the owner ${said} your offer.`,
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
  page: new URL('/trade-ins/sample', publicUrl).href,
  adminPage: new URL('/admin/dashboard/trade-ins', publicUrl).href,
  isTest: false,
  instructions: 'Pack it well and send it to us.',
  label: { carrier: 'ups', tracking: '1Z999AA10123456784' },
  again: { carrier: 'ups', tracking: '1Z999AA10123456784' },
  amount: 118_000 as Cents,
  difference: 'it weighs 14.10 g instead of 14.20 g',
  ...{ offerUntil: 'December 4, 2026', creditUntil: 'February 25, 2027' },
  open: 118_000 as Cents,
  paid: '$1,180.00 by check, 1042',
  why: 'It isn’t one of our pieces.',
  state: 'agreed',
})
