import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Cents, cents, sumCents } from '../money/cents.ts'
import { allocateRefund } from '../refunds/allocate-refund.ts'
import { isWhollyRefunded } from '../refunds/plan-refund.ts'
import {
  accounts,
  adjustmentEntry,
  attachedEntry,
  balanceOf,
  creditEntry,
  disputeLostEntry,
  disputeOpenedEntry,
  disputeWonEntry,
  type Entry,
  overpaidToReview,
  owedByLedger,
  owedToBuyer,
  paidTooMuch,
  paymentEntry,
  refundableByDefault,
  refundEntry,
  refundFailedEntry,
  type SaleParts,
  saleEntry,
  totalOf,
  unmatchedEntry,
  unmatchedRefundEntry,
} from './ledger.ts'

const parts = (goods: number, tax = 0, shipping = 0, discount = 0): SaleParts => ({
  goods: cents(goods),
  tax: cents(tax),
  shipping: cents(shipping),
  discount: cents(discount),
})
const anyParts = fc
  .record({
    goods: fc.integer({ min: 1, max: 9_000_000 }),
    tax: fc.nat({ max: 900_000 }),
    shipping: fc.nat({ max: 10_000 }),
    percent: fc.nat({ max: 99 }),
  })
  .map(({ goods, tax, shipping, percent }) =>
    parts(goods, tax, shipping, Math.floor((goods * percent) / 100)),
  )
const anyAmount = fc.integer({ min: 1, max: 10_000_000 }).map(cents)
const anyEntry: fc.Arbitrary<Entry> = fc.oneof(
  anyParts.map(saleEntry),
  anyParts.map(creditEntry),
  ...[
    adjustmentEntry,
    paymentEntry,
    unmatchedEntry,
    attachedEntry,
    refundEntry,
    unmatchedRefundEntry,
    refundFailedEntry,
    disputeOpenedEntry,
    disputeWonEntry,
    disputeLostEntry,
  ].map((make) => anyAmount.map(make)),
)
const sumOf = ({ postings }: Entry) => sumCents(accounts.map((each) => postings[each] ?? cents(0)))

describe('the ledger of orders', () => {
  it('balances in every entry, and so in any history [LEDGER-01]', () => {
    fc.assert(
      fc.property(fc.array(anyEntry), (entries) => {
        for (const each of entries) expect(sumOf(each)).toBe(0)
      }),
    )
  })

  it('says what was paid beyond the sale, and is no refund that is on its way [TODAY-11]', () => {
    const paid = [saleEntry(parts(1_000)), paymentEntry(cents(1_300))]
    const extra = (...more: Entry[]) =>
      paidTooMuch(balanceOf([...paid, ...more]), { state: 'paid' })
    expect(extra()).toBe(300)
    expect(extra(refundEntry(cents(300)))).toBe(0)
    expect(extra(refundEntry(cents(300)), refundFailedEntry(cents(300)))).toBe(300)
    expect(paidTooMuch(balanceOf(paid), { state: 'expired' })).toBe(0)
    // What the bank has, or has lost for the shop, nobody can refund.
    const disputed = disputeOpenedEntry(cents(1_300))
    expect(extra(disputed)).toBe(0)
    expect(extra(disputed, disputeLostEntry(cents(1_300)))).toBe(0)
    expect(extra(disputed, disputeWonEntry(cents(1_300)))).toBe(300)
    expect(extra(disputeOpenedEntry(cents(1_100)))).toBe(200)
    const exact = [saleEntry(parts(1_000)), paymentEntry(cents(1_000)), creditEntry(parts(200))]
    expect(paidTooMuch(balanceOf(exact), { state: 'paid' })).toBe(0)
  })

  it('owes to the buyer what can be refunded, without what a bank took or staff decided not to refund [UNATTACHED-08, TODAY-12]', () => {
    const late = [paymentEntry(cents(1_300))]
    const order = { state: 'expired', origin: 'web', payBy: 'wire', holdReason: null } as const
    const owed = (more: Entry[], notRefundedCents = 0, state = 'expired') =>
      owedToBuyer(balanceOf([...late, ...more], cents(notRefundedCents)), { ...order, state })
    expect(owed([])).toBe(1_300)
    expect(owed([], 0, 'pending')).toBe(0)
    expect(owed([], 1_000)).toBe(300)
    const disputed = disputeOpenedEntry(cents(1_300))
    expect(owed([disputed, disputeLostEntry(cents(1_300))])).toBe(0)
    expect(owed([disputed, disputeWonEntry(cents(1_300))])).toBe(1_300)
    const toReview = (state: string, notRefundedCents = 0) =>
      overpaidToReview(balanceOf(late, cents(notRefundedCents)), { state })
    expect(toReview('pending')).toBe(0)
    for (const ended of ['expired', 'cancelled', 'refunded']) expect(toReview(ended)).toBe(1_300)
    expect(toReview('expired', 1_300)).toBe(0)
  })

  it('says what is due, was paid, and may still be given back [LEDGER-02]', () => {
    const sale = saleEntry(parts(200_000, 19_000, 2_500, 5_000))
    expect(balanceOf([sale]).due).toBe(216_500)
    expect(balanceOf([sale, paymentEntry(cents(216_500))])).toEqual({
      sold: parts(200_000, 19_000, 2_500, 5_000),
      returned: 0,
      paid: 216_500,
      refunded: 0,
      credited: 0,
      disputed: 0,
      lost: 0,
      due: 0,
      overpaid: 0,
      refundable: 216_500,
      declined: 0,
    })
    const refunded = [sale, paymentEntry(cents(216_500)), creditEntry(parts(1_000, 95))]
    expect(balanceOf(refunded)).toMatchObject({ due: -1_095, refundable: 216_500 })
    const given = [...refunded, refundEntry(cents(1_095))]
    expect(balanceOf(given)).toMatchObject({ due: 0, refunded: 1_095, refundable: 215_405 })
    expect(balanceOf([...given, refundFailedEntry(cents(1_095))])).toMatchObject({
      due: -1_095,
      refunded: 0,
      refundable: 216_500,
    })
    const disputed = [sale, paymentEntry(cents(216_500)), disputeOpenedEntry(cents(200_000))]
    expect(balanceOf(disputed)).toMatchObject({ due: 0, disputed: 200_000, refundable: 16_500 })
    const lost = [...disputed, disputeLostEntry(cents(200_000))]
    expect(balanceOf(lost)).toMatchObject({ disputed: 0, lost: 200_000, refundable: 16_500 })
    const won = [...disputed, disputeWonEntry(cents(200_000))]
    expect(balanceOf(won)).toMatchObject({ disputed: 0, lost: 0, refundable: 216_500 })
    expect(balanceOf([paymentEntry(cents(1))]).due).toBe(-1)
    expect(balanceOf([sale, adjustmentEntry(cents(216_500))]).due).toBe(0)
    const attached = [unmatchedEntry(cents(700)), attachedEntry(cents(700))]
    expect(balanceOf(attached)).toMatchObject({ paid: 700, due: -700, refundable: 700 })
    expect(balanceOf([unmatchedEntry(cents(9)), unmatchedRefundEntry(cents(9))]).due).toBe(0)
  })

  it('takes a refund from what is owed to the buyer first, then from the sale [LEDGER-03]', () => {
    const paidTwice = balanceOf([
      saleEntry(parts(100_000, 9_500)),
      paymentEntry(cents(109_500)),
      paymentEntry(cents(109_500)),
    ])
    expect(allocateRefund(paidTwice, cents(109_500))).toEqual(parts(0))
    expect(allocateRefund(paidTwice, cents(109_500 + 10_950))).toEqual(parts(10_000, 950))
  })

  it('keeps what staff decided not to refund, whatever is refunded of the sale afterwards [REFUND-15]', () => {
    const wanted = fc.array(anyAmount, { maxLength: 6 })
    fc.assert(
      fc.property(anyParts, anyAmount, wanted, (sale, declined, sums) => {
        const entries = [saleEntry(sale), paymentEntry(totalOf(sale)), paymentEntry(declined)]
        const now = () => balanceOf(entries, declined)
        expect(paidTooMuch(balanceOf(entries), { state: 'paid' })).toBe(declined)
        for (const each of [...sums, refundableByDefault(now())]) {
          const sum = cents(Math.min(each, refundableByDefault(now())))
          if (sum <= 0) continue
          const credit = allocateRefund(now(), sum)
          expect(totalOf(credit)).toBe(sum)
          entries.push(creditEntry(credit), refundEntry(sum))
          expect(now()).toMatchObject({ declined, due: 0, overpaid: 0 })
          expect(paidTooMuch(now(), { state: 'paid' })).toBe(0)
        }
        expect(isWhollyRefunded(now())).toBe(refundableByDefault(now()) === 0)
        // More that comes later, or a refund that fails, is owed; what a person refunds of it is declined no longer.
        entries.push(paymentEntry(cents(7)))
        expect(owedByLedger(now())).toBe(7)
        entries.push(refundEntry(cents(8)))
        expect(now()).toMatchObject({ declined: declined - 1, due: 0 })
      }),
    )
  })

  it('gives back the whole of a sale by parts, to the cent, whatever the parts [LEDGER-03, LEDGER-04]', () => {
    fc.assert(
      fc.property(anyParts, fc.array(anyAmount, { maxLength: 12 }), (sale, wanted) => {
        const entries: Entry[] = [saleEntry(sale), paymentEntry(totalOf(sale))]
        const refund = (sum: Cents) => {
          if (sum <= 0) return
          const credit = allocateRefund(balanceOf(entries), sum)
          expect(totalOf(credit)).toBe(sum)
          expect(Object.values(credit).every((part) => part >= 0)).toBe(true)
          entries.push(creditEntry(credit), refundEntry(sum))
        }
        for (const each of wanted) refund(cents(Math.min(each, balanceOf(entries).refundable)))
        refund(balanceOf(entries).refundable)
        expect(balanceOf(entries)).toMatchObject({ sold: parts(0), due: 0, refundable: 0 })
      }),
      { numRuns: 500 },
    )
  })
})
