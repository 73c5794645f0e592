import { HtmlValidate } from 'html-validate'
import { describe, expect, it } from 'vitest'
import { cents } from '#app/domain/money/cents.ts'
import { emailFacts as facts } from '#tests/support/email-facts.ts'
import { emailHtml } from './html.ts'
import type { OrderFacts } from './order-facts.ts'
import { emailFor, type OrderEmailKind } from './order-staff-emails.ts'
import { emailText } from './text.ts'

const kinds: OrderEmailKind[] = [
  'order-paid-buyer',
  'order-paid-staff',
  'order-part-buyer',
  'order-part-staff',
  'order-fulfilled-buyer',
  'order-tracking-buyer',
  'order-refunded-buyer',
  'order-delay-buyer',
  'order-delay-staff',
  'order-return-asked-buyer',
  'order-return-accepted-buyer',
  'order-return-received-buyer',
  'order-return-refused-buyer',
  'order-return-staff',
  'order-held-staff',
  'order-dispute-open-staff',
  'order-dispute-won-staff',
  'order-dispute-lost-staff',
]
const validator = new HtmlValidate({ root: true, extends: ['html-validate:standard'] })

describe.each(kinds)('the email %s', (kind) => {
  const email = emailFor(kind, facts)

  it('shows how the price was made, in text and HTML, so that it can be computed again, at the shop’s time [MAIL-02, FACTS-08]', () => {
    for (const shown of [emailText(email), emailHtml(email)]) {
      for (const text of [
        'FN-7K3M-Q9XZ',
        '14.7 g × $131.2778 per gram',
        '$1,929.78',
        '$750.00',
        '2 × $2,679.78',
        '$5,359.56',
        '$131.2778 per gram, $4,083.20 per troy ounce.',
        'Gold price as of March 11, 2026, at 8:00 AM PDT, from gold-api.',
      ]) {
        expect(shown).toContain(text)
      }
    }
  })

  it('is valid HTML, whatever names are made of, and fetches nothing [MAIL-02]', async () => {
    const html = emailHtml(email)
    const { results } = await validator.validateString(html)
    expect(results.flatMap(({ messages }) => messages.map(({ message }) => message))).toEqual([])
    expect(html).not.toMatch(/<img|<link|url\(|src=|<script|<b>/)
    expect(html).toContain('Ring &#38; &#34;Wave&#34;, &#60;b&#62;Small')
  })

  it('speaks as the shop does', () => {
    expect(emailText(email)).not.toContain('!')
    expect(email.subject).not.toContain('!')
    expect(email.subject.length).toBeLessThan(78)
  })

  it('says of a test payment that it is one, in the subject and first [ORDER-09]', () => {
    const test = emailFor(kind, { ...facts, isTest: true })
    expect(test.subject).toBe(`Test: ${email.subject}`)
    expect(emailText(test)).toMatch(/^\*\*\* Test payment: no card was charged \*\*\*\n/)
    expect(emailHtml(test)).toContain('Test payment: no card was charged')
    expect(emailText(email)).not.toContain('Test payment')
  })
})

it('gives the way back to the order to its buyer alone [ORDER-04]', () => {
  for (const kind of kinds) {
    const text = emailText(emailFor(kind, facts))
    expect(text.includes(facts.page)).toBe(kind.endsWith('-buyer'))
    expect(text.includes(facts.adminPage)).toBe(kind.endsWith('-staff'))
  }
})

it('tells staff word for word what the buyer was told of a refund, or reads on the page of the order [TODAY-11, WIRE-08, MAIL-22]', () => {
  const told = { extra: cents(201_08), toldOfMoney: 'You paid more.', toldByEmail: true }
  const textOf = (more: Partial<OrderFacts>) =>
    emailText(emailFor('order-paid-staff', { ...facts, ...told, ...more })).replace(/\s+/g, ' ')
  expect(textOf({})).toContain('The buyer overpaid by $201.08.')
  expect(textOf({})).toContain('The buyer was told: “You paid more.”')
  expect(textOf({ toldByEmail: false })).toContain('The buyer’s order page says: “You paid more.”')
  expect(textOf({ toldOfMoney: '' })).not.toMatch(
    /The buyer (was told|’s order page)|The buyer’s order page/,
  )
})

it('says where the parcel goes and how to follow it', () => {
  const text = emailText(emailFor('order-fulfilled-buyer', facts))
  expect(text).toContain(`Tracking: ${facts.tracking}`)
  expect(text).toContain('Ada <script>\n1 Street\nSeattle, WA 98101')
})

it('keeps the sums in one column, also below a long name of a tax [MAIL-02]', () => {
  const parts = [
    { name: 'Washington', rate: '6.5000', amount: cents(1) },
    { name: 'King County', rate: '1.2500', amount: cents(1) },
    { name: 'Seattle', rate: '2.6000', amount: cents(1) },
  ]
  const tax = {
    state: 'WA',
    isTrial: false,
    amount: cents(12_345),
    parts,
  } as OrderFacts['summary']['tax']
  const taxed = { ...facts, summary: { ...facts.summary, tax } }
  const rows = emailText(emailFor('order-paid-buyer', taxed)).split('\n')
  const sums = rows.filter((row) => /^ {2}.*\s\$[\d,.]+$/.test(row))
  expect(sums.some((row) => row.includes('$123.45'))).toBe(true)
  expect(new Set(sums.map((row) => row.length)).size).toBe(1)
})

it('tells staff what is paid and what is to be made, and nothing else [MAIL-21]', () => {
  const textOf = (kind: OrderEmailKind, more: Partial<OrderFacts> = {}) =>
    emailText(emailFor(kind, { ...facts, ...more }))
  const debit = textOf('order-debit-staff', { debitBy: 'Mon, Nov 30' })
  expect(debit).toContain('was placed but isn’t paid yet: the buyer is paying by bank debit.')
  expect(debit).not.toMatch(/placed and paid/)
  expect(textOf('order-paid-staff')).toContain('is paid. You can start work on it.')
  const finished = textOf('order-paid-staff', { isReady: true })
  expect(finished).toContain('is paid in full and ready to ship.')
  const stocked = textOf('order-paid-staff', { isFromStock: true })
  expect(stocked).toContain('is paid and ready to ship: all of it is in stock.')
  expect(stocked).not.toContain('start work on')
  const handedOver = { ...facts, isHandedOver: true }
  expect(emailFor('order-paid-staff', handedOver).subject).toMatch(
    /^Order \S+ was paid and handed over$/,
  )
  expect(emailText(emailFor('order-paid-staff', handedOver))).toContain('was paid and handed over.')
  expect(textOf('order-paid-staff', { isHandedOver: true, isFromStock: true })).not.toMatch(
    /ready to ship|start work on/,
  )
})
