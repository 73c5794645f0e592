/** Why an order needs review after a refund that moved nothing, or whose money came back [REFUND-06]. */
const sentences = {
  notMade: (sum: string, problem: string) =>
    `A refund of ${sum} wasn’t made. ${problem} The buyer is still owed it.`,
  failed: (sum: string, reference: string) =>
    `A refund of ${sum} failed at the payment provider (${reference}); the buyer is still owed it.`,
  kept: (sum: string, reference: string) =>
    `A refund of ${sum} went to the buyer’s cash balance at the payment provider, not to their bank (${reference}). Send it back from there. Until then, it’s owed to the buyer.`,
  cameBack: (sum: string, reference: string) =>
    `${sum} being sent back didn’t reach the buyer’s bank (${reference}). It’s owed to the buyer.`,
}
export const { notMade, failed, kept, cameBack } = sentences

/** After the sentence of a refund in the history, where it resolves the review. */
export const nothingMoreOwed = ' Nothing more is owed, so the review is resolved.'

/** As `formatCents` and `paidSum` write it. */
const anySum = String.raw`(?:\$[\d,]+\.\d\d(?: [A-Z]{3})?|an unknown sum)`

const escaped = (text: string) => text.replaceAll(/[.()]/g, String.raw`\$&`)
const patterns = Object.values(sentences).map(
  (sentence) =>
    new RegExp(
      escaped(sentence('SUM', 'DETAIL')).replace('SUM', anySum).replace('DETAIL', '.+?'),
      'gu',
    ),
)

/** What else an order needs review for, once nothing of a refund that failed is owed any longer [REFUND-27]. */
export function withoutFailedRefunds(holdReason: string): string | null {
  const rest = patterns
    .reduce((text, pattern) => text.replaceAll(pattern, ''), holdReason)
    .replaceAll(/ {2,}/g, ' ')
    .trim()
  return rest === '' ? null : rest
}
