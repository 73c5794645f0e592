import type { SingleOrderEmailKind } from '#app/.server/platform/db/schema.ts'
import type { EmailTemplate } from '#app/domain/emails/email-template.ts'
import { formatCents } from '#app/domain/money/cents.ts'
import { totalWithTax } from '#app/domain/orders/order-summary.ts'
import { quotedToStaff } from '#app/domain/refunds/money-back.ts'
import { debitFailedEmail } from './debit-emails.ts'
import { delayOutcome } from './delay-emails.ts'
import type { Block, Email } from './email.ts'
import { fillTemplate } from './fill-template.ts'
import { type BuyerEmailKind, buyerEmails } from './order-buyer-emails.ts'
import type { OrderFacts } from './order-facts.ts'
import { giftNote, goesTo, notice, paragraph, summary } from './order-parts.ts'
import { partPaidEmail } from './partial-payment-emails.ts'
import { returnRequestedEmail } from './return-emails.ts'

/** The email of a kind about an order, in the words staff wrote for it. One of a test says so first. */
export function emailFor(
  kind: OrderEmailKind,
  facts: OrderFacts,
  written: EmailTemplate | null = null,
): Email {
  if (!isForBuyer(kind)) return marked(staffEmails[kind](facts), facts)
  const { builtIn, values } = buyerEmails[kind]
  return marked(fillTemplate(written ?? builtIn, values(facts)), facts)
}

const isForBuyer = (kind: OrderEmailKind): kind is BuyerEmailKind => kind in buyerEmails

/** Those that are about one order. */
export type OrderEmailKind = Exclude<SingleOrderEmailKind, 'order-list-buyer'>

export function marked({ subject, blocks }: Email, { isTest }: Pick<OrderFacts, 'isTest'>): Email {
  if (!isTest) return { subject, blocks }
  return {
    subject: `Test: ${subject}`,
    blocks: [notice('Test payment: no card was charged'), ...blocks],
  }
}

export const staffEmails: Record<
  Exclude<OrderEmailKind, BuyerEmailKind>,
  (facts: OrderFacts) => Email
> = {
  'order-paid-staff': (facts) => ({
    subject: facts.isHandedOver
      ? `Order ${facts.summary.number} was paid and handed over`
      : `Order ${facts.summary.number} paid: ${formatCents(totalWithTax(facts.summary))}`,
    blocks: [
      paragraph(`Order ${facts.summary.number} ${paidSentence(facts)}`),
      ...(facts.extra > 0
        ? [
            notice(
              `The buyer overpaid by ${formatCents(facts.extra)}. Refund it on the order page, or add a note there explaining why you won’t.`,
            ),
            ...buyerWasTold(facts),
          ]
        : []),
      ...facts.heldBack.map((reason) => notice(`Don’t ship yet. ${reason}`)),
      adminLink(facts),
      summary(facts),
      ...goesTo(facts),
      ...giftNote(facts),
      ...buyerLines(facts),
    ],
  }),

  'order-part-staff': (facts) => {
    const { subject, blocks } = partPaidEmail(facts, adminLink(facts))
    return { subject, blocks: [...blocks, ...buyerLines(facts)] }
  },

  'order-debit-staff': (facts) => ({
    subject: `New order ${facts.summary.number}: bank debit pending`,
    blocks: [
      paragraph(
        `Order ${facts.summary.number} was placed but isn’t paid yet: the buyer is paying by bank debit. The money takes up to four business days and is expected by ${facts.debitBy ?? 'then'}. We’ll email you when it arrives. Don’t make or ship anything until then.`,
      ),
      adminLink(facts),
      summary(facts),
      ...goesTo(facts),
      ...buyerLines(facts),
    ],
  }),

  'order-debit-failed-staff': (facts) => {
    const { subject, blocks } = debitFailedEmail(facts, adminLink(facts))
    return { subject, blocks: [...blocks, ...buyerLines(facts)] }
  },

  'order-delay-staff': (facts) => {
    const { subject, sentence } = delayOutcome(facts.summary.number, facts.delay)
    return {
      subject: `Order ${facts.summary.number}: ${subject}`,
      blocks: [paragraph(sentence), adminLink(facts), summary(facts), ...buyerLines(facts)],
    }
  },

  'order-return-staff': (facts) => {
    const { subject, blocks } = returnRequestedEmail(facts, adminLink(facts))
    return { subject, blocks: [...blocks, ...buyerLines(facts)] }
  },

  'order-held-staff': (facts) => ({
    subject: `Order ${facts.summary.number} needs review`,
    blocks: [
      paragraph(`Order ${facts.summary.number} is on hold until someone reviews it.`),
      ...(facts.holdReason ? [notice(facts.holdReason)] : []),
      ...buyerWasTold(facts),
      adminLink(facts),
      summary(facts),
      ...buyerLines(facts),
    ],
  }),

  'order-hold-staff': (facts) => ({
    subject: `Order ${facts.summary.number}: review before shipping`,
    blocks: [
      paragraph(
        `Order ${facts.summary.number} can’t be marked as shipped until an owner or a manager reviews and releases it.`,
      ),
      ...facts.heldBack.map(notice),
      adminLink(facts),
      summary(facts),
      ...goesTo(facts),
      ...buyerLines(facts),
    ],
  }),

  'order-late-staff': (facts) => ({
    subject: `Order ${facts.summary.number} is late: due by ${facts.shipBy ?? 'now'}`,
    blocks: [
      paragraph(
        `Order ${facts.summary.number} was due to ship by ${facts.shipBy ?? 'now'} and hasn’t fully shipped. Ship it, or notify the buyer of a new date from the order page. A delay needs the buyer’s consent.`,
      ),
      ...facts.heldBack.map((reason) => notice(`Don’t ship yet. ${reason}`)),
      adminLink(facts),
      summary(facts),
      ...goesTo(facts),
      ...buyerLines(facts),
    ],
  }),

  'order-dispute-due-staff': (facts) =>
    disputed(
      facts,
      'dispute evidence due soon',
      `The dispute about order ${facts.summary.number} hasn’t been answered. The bank takes evidence until ${facts.evidenceBy ?? 'its deadline'}, and decides without it after that. The order’s page has the evidence as one PDF; submit it in the Stripe dashboard.`,
    ),

  'order-dispute-open-staff': (facts) =>
    disputed(
      facts,
      'its payment is disputed',
      `The buyer’s bank is disputing the payment for order ${facts.summary.number}. ${facts.tracking ? '' : 'It can’t be marked as shipped until someone releases it by name and reason. '}Please respond to the dispute in the Stripe dashboard ${facts.evidenceBy ? `by ${facts.evidenceBy}` : 'before its deadline'}.`,
    ),

  'order-dispute-won-staff': (facts) =>
    disputed(
      facts,
      'the dispute was won',
      `The dispute about the payment of order ${facts.summary.number} was decided in our favor. If the order hasn’t shipped, release it in the admin area, and it can ship.`,
    ),

  'order-dispute-lost-staff': (facts) =>
    disputed(
      facts,
      'the dispute was lost',
      `The dispute about the payment of order ${facts.summary.number} was lost, and the money was returned to the buyer. Please review the order and note what you decided. It stays under “Needs review” until then.`,
    ),
}

/** What there is to do about an order that was paid; nothing of one that its buyer took along. */
function paidSentence({ isHandedOver, isFromStock, isReady }: OrderFacts): string {
  if (isHandedOver) return 'was paid and handed over.'
  if (isFromStock) return 'is paid and ready to ship: all of it is in stock.'
  return isReady ? 'is paid in full and ready to ship.' : 'is paid. You can start work on it.'
}

function disputed(facts: OrderFacts, subject: string, messages: string): Email {
  return {
    subject: `Order ${facts.summary.number}: ${subject}`,
    blocks: [
      paragraph(messages),
      adminLink(facts),
      summary(facts),
      ...(facts.tracking ? [paragraph(`Shipped. Tracking: ${facts.tracking}`)] : []),
      ...goesTo(facts),
      ...buyerLines(facts),
    ],
  }
}

/** What an email or the page of the order says to the buyer, word for word [WIRE-08]. */
const buyerWasTold = ({ toldOfMoney, toldByEmail }: OrderFacts): Block[] =>
  toldOfMoney === '' ? [] : [paragraph(quotedToStaff(toldOfMoney, toldByEmail))]

function buyerLines({ email, paymentReference }: OrderFacts): Block[] {
  const lines = [
    ...(email ? [`Buyer: ${email}`] : []),
    ...(paymentReference ? [`Payment: ${paymentReference}`] : []),
  ]
  return lines.length > 0 ? [{ is: 'lines', lines }] : []
}

function adminLink({ adminPage }: OrderFacts): Block {
  return { is: 'button', label: 'View the order in the admin area', href: adminPage }
}
