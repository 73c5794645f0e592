import { expect, it } from 'vitest'
import { type PricePerGram, perOunceOf } from '#app/domain/gold-price/rates.ts'
import { cents, formatCents, sumCents } from '#app/domain/money/cents.ts'
import type { Milligrams } from '#app/domain/money/grams.ts'
import { readPdf } from '#tests/support/pdf.ts'
import { type Receipt, receiptPdf } from './receipt.ts'

const perGram = 1_300_451 as PricePerGram
const paidAt = new Date('2026-03-11T16:00:00Z')

function receipt(lines: number, more: Partial<Receipt> = {}): Receipt {
  const all = Array.from({ length: lines }, (_, index) => ({
    productId: `${index}`,
    size: index % 3 === 0 ? 'Large' : 'Small',
    name:
      index % 7 === 5
        ? 'A harbor knot with a name that goes on to a second line'
        : `Fir cone ${index + 1}`,
    weight: (7_500 + index) as Milligrams,
    perGram,
    metalValue: cents(97_534),
    fee: cents(55_000),
    unitPrice: cents(152_534),
    quantity: 2,
    lineTotal: cents(305_068),
  }))
  const total = sumCents(all.map(({ lineTotal }) => lineTotal))
  const tax = cents(31_575)
  return {
    number: 'R-00012',
    isTest: false,
    corrections: [],
    orderedAt: new Date('2026-03-11T15:58:00Z'),
    paidAt,
    buyer: {
      email: 'ada@example.com',
      address: {
        name: 'Ada Buyer',
        line1: '1000 Example Street',
        line2: 'Suite 100',
        city: 'Seattle',
        state: 'WA',
        postalCode: '98101',
        country: 'US',
      },
      isHidden: false,
    },
    summary: {
      number: 'FN-7K3M-Q9XZ',
      lines: all,
      discount: cents(0),
      total,
      tax: {
        amount: tax,
        state: 'WA',
        isTrial: false,
        parts: [
          { name: 'Washington', rate: '6.5000', amount: cents(19_829) },
          { name: 'Seattle', rate: '3.8500', amount: cents(11_746) },
        ],
      },
      taxToCome: false,
      goldPrice: { perGram, perOunce: perOunceOf(perGram), source: 'gold-api', takenAt: paidAt },
    },
    goldRecord: 1042,
    payments: [{ at: paidAt, amount: cents(total + tax), by: 'card', reference: 'pi_3PqX9' }],
    letOff: cents(0),
    balance: cents(0),
    ...more,
  }
}

it('says what was bought, its tax by jurisdiction, the gold price, what was paid and the balance, at the shop’s time [PAPER-02, FACTS-08]', async () => {
  const pdf = await receiptPdf(receipt(2))
  const { words, pages, title } = await readPdf(pdf)
  expect(title).toBe('Receipt R-00012')
  expect(pages).toHaveLength(1)
  for (const said of [
    'Four Nines',
    '1000 Example Street, Suite 100, Seattle, WA 98101',
    'Receipt R-00012',
    'Paid March 11, 2026, at 9:00 AM PDT',
    'Ada Buyer 1000 Example Street Suite 100 Seattle, WA 98101 ada@example.com',
    'FN-7K3M-Q9XZ Ordered March 11, 2026, at 8:58 AM PDT',
    'Fir cone 1 Large 7.5 g $130.0451 $975.34 $550.00 $1,525.34 2 $3,050.68',
    'Goods $6,101.36',
    'Washington 6.5% $198.29 Seattle 3.85% $117.46 Sales tax (WA) $315.75',
    'Total $6,417.11',
    'Received by card March 11, 2026, at 9:00 AM PDT pi_3PqX9 $6,417.11',
    'Balance $0.00',
    'Record 1042',
    'Taken March 11, 2026, at 9:00 AM PDT, gold-api',
    'Four Nines, receipt R-00012, page 1 of 1',
  ]) {
    expect(words).toContain(said)
  }
  expect(words).not.toContain('Test payment')
})

it('of a test payment, of a lower price by bank and of too much money says so [PAPER-02, PAPER-05]', async () => {
  const plain = receipt(1)
  const { total } = plain.summary
  const pdf = await receiptPdf({
    ...plain,
    isTest: true,
    goldRecord: null,
    summary: { ...plain.summary, discount: cents(7_627), total: cents(total - 7_627), tax: null },
    payments: [{ at: paidAt, amount: cents(total), by: 'wire', reference: null }],
    balance: cents(-7_627),
  })
  const { words } = await readPdf(pdf)
  for (const said of [
    'Test payment: no card was charged',
    'Pieces $3,050.68 Discount paid without a card -$76.27 Total $2,974.41',
    'Received by wire March 11, 2026, at 9:00 AM PDT $3,050.68 Paid beyond the total $76.27',
    'Record not kept',
  ]) {
    expect(words).toContain(said)
  }
})

it('breaks between lines: forty are all there, under their heads, with the sums together [PAPER-07]', async () => {
  const forty = receipt(40)
  const { pages, words } = await readPdf(await receiptPdf(forty))
  expect(pages.length).toBeGreaterThan(1)
  expect(pages.length).toBeLessThan(4)
  for (const [index, page] of pages.entries()) {
    expect(page).toContain(`page ${index + 1} of ${pages.length}`)
    if (page.includes('Fir cone'))
      expect(page).toContain('Piece Weight Per gram Gold Fee Price Qty Total')
  }
  for (const { weight } of forty.summary.lines) expect(words).toContain(`${weight / 1000} g`)
  const withTotal = pages.find((page) => page.includes(formatCents(forty.summary.total)))
  expect(withTotal).toMatch(/Goods .* Sales tax .* Total .* Received .* Balance/)
})

it('is read aloud in order: heads, table heads and cells are told apart, decoration is left out [PAPER-08]', async () => {
  const { roles, isTagged, language } = await readPdf(await receiptPdf(receipt(40)))
  expect(isTagged).toBe(true)
  expect(language).toBe('en-US')
  const count = (role: string) => roles.filter((each) => each === role).length
  expect(roles.filter((role) => /^H\d/.test(role)).slice(0, 3)).toEqual(['H1', 'H2', 'H2'])
  // The head of the table is told once, though each page shows it.
  const sums = 7
  const facts = 3
  expect(count('TH')).toBe(8 + sums + facts)
  expect(count('TD')).toBe(40 * 8 + sums + facts)
})

it('says that name and address are left out [PAPER-06]', async () => {
  const hidden = receipt(1, { buyer: { email: null, address: null, isHidden: true } })
  const { words } = await readPdf(await receiptPdf(hidden))
  expect(words).toContain('Sold to Left out: the order shipped more than 60 days ago.')
})
