import { describe, expect, it } from 'vitest'
import type { AlertContent } from '#app/.server/alerts/alert.ts'
import { emailChangeEmails } from '#app/.server/auth/email-change-mails.ts'
import { passwordLinkEmail } from '#app/.server/auth/password-link.ts'
import type { PricePerGram } from '#app/domain/gold-price/rates.ts'
import { cents } from '#app/domain/money/cents.ts'
import { brand } from '#brand'
import { emailFacts } from '#tests/support/email-facts.ts'
import { alertEmail } from './alert-email.ts'
import type { Email } from './email.ts'
import { foundOrdersEmail } from './found-orders-email.ts'
import { emailHtml } from './html.ts'
import { invitationEmail } from './invitation-email.ts'
import { messageEmail, replyEmail } from './message-emails.ts'
import { buyerEmails } from './order-buyer-emails.ts'
import type { OrderFacts } from './order-facts.ts'
import { emailFor, type OrderEmailKind, staffEmails } from './order-staff-emails.ts'
import { emailText } from './text.ts'

const at = new Date('2026-03-20T15:00:00Z')
const href = 'https://shop.example/a-key'
const number = emailFacts.summary.number
const debit = (next: NonNullable<OrderFacts['refusedDebit']>['next']) => ({
  refusedDebit: { amount: cents(535_956), reason: 'the account is closed', next },
})
const request = { amount: cents(52_000), received: cents(0), until: at, agreement: 'A ring.', href }

/** What changes the words of one email or another. */
const occasions: readonly Partial<OrderFacts>[] = [
  {},
  { firstName: null, email: null, address: null, receipt: null, extra: cents(201_08) },
  { parcelOf: 'last', parcels: [{ ...parcel(), href, signature: false }], isHandedOver: true },
  { parcelOf: 'only', parcels: [{ ...parcel(), href, signature: true }] },
  { parcelOf: 'more follows', parcels: [{ ...parcel(), href, deliveredAt: at }] },
  { delay: { ...delay(), decision: 'canceled' }, giftNote: 'For Grace.' },
  { delay: { ...delay(), decision: 'lapsed' }, heldBack: ['The address is not checked.'] },
  { lateWire: { amount: cents(535_956), state: 'expired' }, debitBy: 'Wed, Mar 25' },
  { wire: { received: cents(100), missing: cents(535_856), until: at }, shipBy: 'Wed, Sep 30' },
  { ...debit({ by: 'new order' }), evidenceBy: 'September 30, 2026, at 10:00 AM PDT' },
  debit({ by: 'new draft order' }),
  debit({ by: 'same link', until: at }),
  debit({ by: 'new link', until: null }),
  { paymentRequestLink: { ...request, kind: 'whole' } },
  { paymentRequestLink: { ...request, kind: 'deposit' }, return: null },
  { paymentRequestLink: { ...request, kind: 'balance', received: cents(100) } },
  { part: { amount: cents(12_345_67), received: cents(12_345_67), left: null, deposit: null } },
]

function parcel() {
  const [first] = emailFacts.parcels
  if (!first) throw new Error('no parcel')
  return first
}

function delay() {
  if (!emailFacts.delay) throw new Error('no delay')
  return emailFacts.delay
}

const kindsOf = (emails: object) => Object.keys(emails) as OrderEmailKind[]
/** Written only where there is what it is about. */
const needsFact = (kind: OrderEmailKind, facts: OrderFacts) =>
  kind === 'order-pay-buyer'
    ? facts.paymentRequestLink !== null
    : !kind.startsWith('order-return-') || facts.return !== null

const by = 'ann@example.com'
const email = 'ben@example.com'
const order = { id: 'an-id', number }
const product = { id: '7', name: 'Compass Coin' }
const [perGram, before] = [1_312_778 as PricePerGram, 1_300_000 as PricePerGram]
const alerts: readonly AlertContent[] = [
  { kind: 'sign-in-new-device', facts: {} },
  { kind: 'right-password-wrong-code', facts: {} },
  { kind: 'right-password-wrong-code', facts: { at: 'password link' } },
  { kind: 'right-password-wrong-code', facts: { at: 'session' } },
  { kind: 'password-changed', facts: { by: 'link' } },
  { kind: 'second-factor-changed', facts: { by, change: 'another authenticator app' } },
  { kind: 'email-changed', facts: { before: by, after: email } },
  { kind: 'gold-price-set', facts: { by, perGram, before } },
  { kind: 'gold-price-withdrawn', facts: { by, perGram, prices: 2, toDecide: 2, reason: 'Typo' } },
  { kind: 'paid-at-withdrawn-price', facts: { order } },
  { kind: 'order-without-address', facts: { order, missing: ['phone', 'email address'] } },
  { kind: 'paper-not-printed', facts: { order, paper: 'packing slip', field: '汉' } },
  { kind: 'checkout-refused', facts: { why: 'no such key' } },
  { kind: 'webhook-refused', facts: {} },
  { kind: 'selling-stopped', facts: { by } },
  { kind: 'selling-resumed', facts: { by } },
  { kind: 'shop-opened', facts: { by } },
  { kind: 'metal-beyond-limit', facts: { toBuyMg: 812_500, lossCents: 12_345, isTest: true } },
  { kind: 'settings-saved', facts: { by, group: 'gold', saved: ['GOLDAPI_IO_KEY'], removed: [] } },
  { kind: 'payment-link-changed', facts: { by, product, links: [] } },
  { kind: 'payment-recorded', facts: { by, order, amountCents: cents(100), kind: 'cash' } },
  { kind: 'cash-report-due', facts: { order, fileBy: '2026-09-30', isOverdue: false } },
  { kind: 'cash-report-due', facts: { order, fileBy: '2026-09-30', isOverdue: true } },
  { kind: 'staff-invited', facts: { by, email, role: 'bench' } },
  { kind: 'staff-added', facts: { by, email, role: 'bench' } },
  { kind: 'staff-removed', facts: { by, email, role: 'bench' } },
  { kind: 'staff-factor-reset', facts: { by, email } },
  { kind: 'staff-role-changed', facts: { by, email, before: 'bench', after: 'owner' } },
  { kind: 'backups-missing', facts: { lastAt: null } },
  { kind: 'dispute-opened', facts: { order } },
  { kind: 'unknown-payment-disputed', facts: { what: 'A dispute.', reference: 'pi_1' } },
  { kind: 'restore-rehearsal-failed', facts: { why: 'no space' } },
  { kind: 'books-disagree', facts: { found: 'An order.' } },
  { kind: 'gold-price-too-old', facts: { takenAt: '2026-09-28T12:00:00.000Z' } },
  { kind: 'feeds-disagree', facts: { found: 'Two prices' } },
]
const message = {
  ...{ receivedAt: at, name: 'Ada', email, phone: '', subject: 'A bent pendant', body: 'Hello.' },
}

type Named = [string, Email]
const aboutOrders = (kinds: OrderEmailKind[]): Named[] =>
  occasions.flatMap((occasion, index) => {
    const facts = { ...emailFacts, ...occasion }
    return kinds
      .filter((kind) => needsFact(kind, facts))
      .map((kind): Named => [`${kind}, ${index}`, emailFor(kind, facts)])
  })
const toBuyers: Named[] = [
  ...aboutOrders(kindsOf(buyerEmails)),
  ['order-list-buyer', foundOrdersEmail({ href, isTest: false })],
]
const others: Named[] = [
  ...aboutOrders(kindsOf(staffEmails)),
  ...alerts.map(
    (alert): Named => [
      alert.kind,
      alertEmail({ ...alert, at, address: '203.0.113.7', browser: null, publicUrl: href }),
    ],
  ),
  ['message-staff', messageEmail(message, href)],
  ['invitation', invitationEmail({ role: 'bench', invitedBy: by, expiresAt: at }, href)],
  ['password link', passwordLinkEmail(href)],
  ...emailChangeEmails({ from: by, to: email, link: href, cancelLink: href }).map(
    (one): Named => [`email change to ${one.to}`, one.email],
  ),
]
/** What a person wrote has no button. */
const answer: Named = ['message-answer', replyEmail(message, 'We can.')]
const oneSpace = (text: string) => text.replace(/\s+/g, ' ').trim().toLowerCase()
const decoded = (html: string) =>
  html.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))

describe.each([...toBuyers, ...others])('the email %s', (_, { subject, blocks }) => {
  it('says what happened in a subject of fewer than 50 characters, and first [COPY-01]', () => {
    expect(subject.length, subject).toBeLessThan(50)
    const [first] = blocks.filter(({ is }) => is !== 'notice')
    const news = first?.is === 'paragraph' && first.text.startsWith('Hello') ? blocks[1] : first
    expect(news?.is).toMatch(/^(paragraph|lines)$/)
  })

  it('has one button [COPY-02]', () => {
    expect(blocks.filter(({ is }) => is === 'button')).toHaveLength(1)
    expect(emailHtml({ subject, blocks }).match(/display: inline-block/g)).toHaveLength(1)
  })
})

it.each([...toBuyers, ...others, answer])(
  'the plain text of the email %s has every word and address of its HTML [COPY-03]',
  (_, email) => {
    const text = oneSpace(emailText(email))
    const [, body = ''] = emailHtml(email).split(/<body[^>]*>/)
    const shown = body.split(/<[^>]*>/).map((words) => oneSpace(decoded(words)))
    for (const words of shown) expect(text).toContain(words)
    const addresses = [...body.matchAll(/href="([^"]*)"/g)].map(([, to = '']) => decoded(to))
    for (const to of addresses.filter((to) => !to.startsWith('tel:'))) {
      expect(text).toContain(to.toLowerCase())
    }
  },
)

it.each(toBuyers)('the email %s says who to ask, last [COPY-04]', (_, email) => {
  const end = ['Questions? Reply to this email.', brand.name, brand.email].map(oneSpace)
  const text = oneSpace(emailText(email))
  const places = end.map((words) => text.lastIndexOf(words))
  expect(places.every((place, index) => place > (places[index - 1] ?? 0))).toBe(true)
})
