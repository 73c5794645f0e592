import { type Day, formatDay } from '#app/domain/orders/ship-by.ts'
import type { Block } from './email.ts'

/** The notice of a delay that a mail is about. */
export type DelayFacts = {
  oldShipBy: Day
  newShipBy: Day
  reason: string
  decision: 'kept' | 'canceled' | 'lapsed' | 'replaced' | null
  answerBy: Day | null
  /** What it means when no answer comes. */
  silence: string
  /** They decide: left out of the copy that is kept. */
  links: { keep: string; cancel: string } | null
}

const paragraph = (text: string): Block => ({ is: 'paragraph', text })

/** What the rule wants in it: the new date, the right to cancel with a refund, what silence means [DELAY-03]. */
export function delayBlocks(number: string, delay: DelayFacts | null): Block[] {
  if (!delay) return []
  const { oldShipBy, newShipBy, reason, silence, links } = delay
  const choice: Block[] = links
    ? [
        {
          is: 'link',
          label: `Keep my order, to be sent by ${formatDay(newShipBy)}`,
          href: links.keep,
        },
        { is: 'link', label: 'Cancel my order and refund me', href: links.cancel },
        paragraph('Each link opens a page that asks you once more. Opening it decides nothing.'),
      ]
    : [paragraph('(The links are not kept.)')]
  return [
    paragraph(
      `We cannot send your order ${number} by ${formatDay(oldShipBy)}, as promised. The new date is ${formatDay(newShipBy)}. We are sorry.`,
    ),
    paragraph(`Why: ${reason}`),
    paragraph(
      'It is your choice: wait for it, or cancel. If you cancel, you promptly get back all that you paid for what was not sent yet.',
    ),
    paragraph(silence),
    ...choice,
  ]
}

/** For staff, by what was decided. */
export function delayOutcome(
  number: string,
  delay: DelayFacts | null,
): { subject: string; sentence: string } {
  if (delay?.decision === 'canceled') {
    return {
      subject: 'canceled by its buyer, because of the delay',
      sentence: `The buyer of order ${number} does not want to wait and has canceled. What was not sent is refunded; do not send it.`,
    }
  }
  if (delay?.decision === 'lapsed') {
    return {
      subject: 'canceled, since no answer came to its delay',
      sentence: `The buyer of order ${number} did not agree to the delay in time, so what was not sent is canceled and refunded, as the FTC’s rule asks. Do not send it.`,
    }
  }
  return {
    subject: 'no answer came to its delay',
    sentence: `The buyer of order ${number} did not agree to the delay in time. It was not canceled by itself, because something about the order is to be decided first: its history says what. Please decide it, or refund the order.`,
  }
}
