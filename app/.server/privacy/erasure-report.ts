/**
 * Numbers of orders, and payments without one as `payment pi_123`. `left`: those that still need their
 * buyer, each with the reason.
 */
export type Erased = { erased: string[]; left: { number: string; why: string }[] }

/** What was done and what was not, a sentence each. */
export function erasureReport({ erased, left }: Erased): string[] {
  return [
    erased.length > 0
      ? `Erased: name, street, email address, and emails of ${erased.join(', ')}. Amounts, dates, pieces, and the state shipped to are kept.`
      : 'Nothing was erased.',
    ...left.map(({ number, why }) => `Not erased: ${number}. ${why}`),
    ...(erased.length > 0
      ? [
          'Earlier backups still have them until those are deleted, within 8 weeks. Stripe has its own records, and EasyPost and the carriers keep the name, address, and tracking number of labels you bought.',
        ]
      : []),
  ]
}
