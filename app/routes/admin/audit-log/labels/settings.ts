import { cartReminderLabels } from '#app/contracts/cart-reminders/cart-reminder.ts'
import { paracordLabels } from '#app/contracts/catalog/paracord.ts'
import { shippingLabels } from '#app/contracts/fulfillment/shipping.ts'
import { newsletterLabels } from '#app/contracts/newsletter/newsletter.ts'
import { returnTermsLabels } from '#app/contracts/returns/return-terms.ts'
import { riskLabels } from '#app/contracts/risk/risk.ts'
import { loggedSetting } from '#app/contracts/setup/setting-names.ts'
import { shippingMethodsLabels } from '#app/contracts/shipping/shipping-methods.ts'
import { salesTaxLabels } from '#app/contracts/tax/sales-tax.ts'
import { tradeInTermsLabels } from '#app/contracts/trade-ins/trade-in-terms.ts'
import { type Cents, formatCents } from '#app/domain/money/cents.ts'
import type { FieldChange } from '#app/domain/text/field-changes.ts'
import type { EntryText, EntryTexts, Of } from './entry-text.ts'
import {
  days,
  dollarsOfCents,
  gramsOnScale,
  percentOfBasisPoints,
  percentOfPermille,
  type ShownFields,
  shopClock,
  shownChanges,
} from './shown-changes.ts'

/** Entries from before fields were kept say how it was afterwards. */
function changed(
  what: string,
  facts: { changes?: readonly FieldChange[] },
  fields: ShownFields,
  [target, details]: readonly [target: string, details: string],
): EntryText {
  if (!facts.changes) return [target ? `${what}:` : what, target, details]
  const changes = shownChanges(facts.changes, fields)
  return [what, '', changes.length === 0 ? 'saved as it was' : '', changes]
}

const named = (names: readonly string[]) => names.map(loggedSetting).join(', ')
const groups: Readonly<Record<string, string>> = {
  payments: 'Payments',
  labels: 'Labels',
  mail: 'Email',
  gold: 'Gold price',
  backup: 'Backups',
}

/** Already by the labels of their form. */
const asWritten = (changes: readonly { field: string; before: string; after: string }[]) =>
  changes.map(({ field, before, after }) => ({
    label: field,
    before: shopClock(before),
    after: shopClock(after),
  }))

const textWords = (kind: 'shop' | 'email' | undefined) =>
  kind === 'email' ? 'the text of the email' : 'the text'

const dollars = (amount: number) => formatCents(amount as Cents)

export const settingEntryLabels: EntryTexts<
  Of<'settings' | 'newsletter' | 'discount' | 'mail_text' | 'text' | 'redirect' | 'backup'>
> = {
  'discount.saved': ({ facts: { code, before, after } }) => [
    before === null ? 'added the discount code' : 'changed the discount code',
    code,
    before === null ? after : '',
    before === null || before === after ? [] : [{ label: 'Terms', before, after }],
  ],
  'discount.stopped': ({ facts: { code } }) => ['stopped the discount code', code],
  'discount.resumed': ({ facts: { code } }) => ['resumed the discount code', code],
  'settings.return_terms_updated': ({ facts }) => {
    const { from, to, toleranceMg, instructions } = facts
    const fields = {
      days: [returnTermsLabels.days, days],
      toleranceMg: [returnTermsLabels.tolerance, gramsOnScale],
      instructions: returnTermsLabels.instructions,
      takesEngraved: 'Engraved pieces can be returned',
    } satisfies ShownFields
    const details = `${from} to ${to} days; tolerance ${toleranceMg} mg; ${instructions}`
    return changed('changed the return policy', facts, fields, ['', details])
  },
  'settings.trade_in_terms_updated': ({ facts }) => {
    const fields = {
      ...tradeInTermsLabels,
      exchangeRate: [tradeInTermsLabels.exchangeRate, percentOfBasisPoints],
      sellBackRate: [tradeInTermsLabels.sellBackRate, percentOfBasisPoints],
      identityRules: 'Identity asked of sellers',
    } satisfies ShownFields
    return changed('changed the trade-in terms', facts, fields, ['', ''])
  },
  'settings.journal_accounts_updated': ({ facts }) => {
    const fields = { accounts: 'Accounts', taxRate: 'Xero tax rate' } satisfies ShownFields
    return changed('changed the accounts of journal entries', facts, fields, ['', ''])
  },
  'settings.shipping_updated': ({ facts }) => {
    const { processingTime, shippingTime, shippingCost } = facts
    const details = [processingTime, shippingTime, shippingCost].join(' · ')
    return changed('changed shipping', facts, shippingLabels, ['', details])
  },
  'settings.shipping_methods_updated': ({ facts }) => {
    const { expressRate, internationalRate, ...labels } = shippingMethodsLabels
    const fields = {
      ...labels,
      expressCents: [expressRate, dollarsOfCents],
      internationalCents: [internationalRate, dollarsOfCents],
    } satisfies ShownFields
    const offered = [
      ...(facts.express ? ['express'] : []),
      ...(facts.international ? ['international'] : []),
      ...(facts.pickup ? ['pickup'] : []),
    ]
    const details = offered.length > 0 ? `${offered.join(', ')} offered` : 'none offered'
    return changed('changed delivery options', facts, fields, ['', details])
  },
  'settings.bank_discount_updated': ({ facts: { from, to, wireDays } }) => [
    'changed the bank discount',
    '',
    '',
    [
      { label: 'Bank discount', before: `${from}%`, after: `${to}%` },
      ...(wireDays && wireDays.from !== wireDays.to
        ? [{ label: 'Bank days for a wire', before: `${wireDays.from}`, after: `${wireDays.to}` }]
        : []),
    ],
  ],
  'settings.risk_updated': ({ facts }) => {
    const { highValueCents, compareCountries, threeDSecureCents } = facts
    const fields = {
      highValueCents: [riskLabels.highValue, dollarsOfCents],
      compareCountries: 'Also check orders billed in another country',
      threeDSecureCents: [riskLabels.threeDSecure, dollarsOfCents],
      weightToleranceMg: [riskLabels.toleranceMg, gramsOnScale],
      weightLimitPermille: [riskLabels.limitPermille, percentOfPermille],
      weightSecondReadingCents: [riskLabels.secondReading, dollarsOfCents],
      weightWorkshopCents: [riskLabels.workshopLimit, dollarsOfCents],
    } satisfies ShownFields
    return changed('changed risk settings', facts, fields, [
      `reviewed from ${dollars(highValueCents)}, 3D Secure from ${dollars(threeDSecureCents)}`,
      compareCountries ? 'countries compared' : 'countries not compared',
    ])
  },
  'settings.paracord_updated': ({ facts }) => {
    const { enabled, colors, message } = facts
    const details = [colors.join(', '), message].filter(Boolean).join(' · ')
    const shown = enabled ? 'shown' : 'not shown'
    return changed('changed paracord options', facts, paracordLabels, [shown, details])
  },
  'settings.cart_reminder_updated': ({ facts }) => {
    const details = facts.enabled ? `after ${facts.hours} h` : 'off'
    return changed('changed cart reminders', facts, cartReminderLabels, ['', details])
  },
  'settings.newsletter_updated': ({ facts }) => {
    const details = [facts.enabled ? 'offered' : 'not offered', facts.sentence]
    return changed('changed the newsletter', facts, newsletterLabels, ['', details.join(' · ')])
  },
  'newsletter.removed': () => ['removed an address from the newsletter', ''],
  'settings.sales_tax_updated': ({ facts }) => {
    const { enabled, states, taxCode } = facts
    const details = [states.join(', '), taxCode].filter(Boolean).join(' · ')
    return changed('changed sales tax', facts, salesTaxLabels, [enabled ? 'on' : 'off', details])
  },
  'settings.saved': ({ facts: { group, saved, removed } }) => {
    const details = [
      saved.length > 0 && `saved ${named(saved)}`,
      removed.length > 0 && `removed ${named(removed)}`,
    ]
    return ['changed saved settings:', groups[group] ?? group, details.filter(Boolean).join('; ')]
  },
  'settings.unsent_mails_dismissed': ({ facts }) => [
    'dismissed emails to staff that could not be sent:',
    `${facts.count}`,
  ],
  'settings.mail_tested': ({ facts }) => ['sent a test email to', facts.to],
  'mail_text.saved': ({ facts: { mail: email, version, builtIn, changes } }) => [
    'changed the email:',
    email,
    builtIn ? 'to the built-in text' : `version ${version}`,
    shownChanges(changes, { subject: 'Subject', body: 'Text' }),
  ],
  'text.published': ({ facts: { kind, text, version, changes } }) => [
    `published ${textWords(kind)}:`,
    text,
    `version ${version}`,
    asWritten(changes),
  ],
  'text.taken_back': ({ facts: { kind, text, from: earlier, changes } }) => [
    `reverted ${textWords(kind)}:`,
    text,
    earlier === null ? 'to the built-in text' : `to version ${earlier}`,
    asWritten(changes),
  ],
  'redirect.added': ({ facts }) => ['added a redirect from', facts.path, `to ${facts.target}`],
  'redirect.deleted': ({ facts }) => [
    'deleted the redirect from',
    facts.path,
    `to ${facts.target}`,
  ],
  'text.read': ({ facts }) => ['marked as reviewed:', facts.text, `version ${facts.version}`],
  'text.draft_discarded': ({ facts: { kind, text } }) => [
    kind === 'email' ? 'discarded the draft of the email:' : 'discarded the draft of',
    text,
  ],
  'mail_text.tested': ({ facts }) => ['sent a test of the email:', facts.mail, `to ${facts.to}`],
  'backup.written': ({ target }) => ['wrote backup', target.id],
  'backup.downloaded': ({ target }) => ['downloaded backup', target.id],
  'backup.records_downloaded': ({ target }) => ['downloaded the signed records', target.id],
  'backup.restored': ({ target, facts: { mailsHeld: emailsHeld } }) => [
    'restored backup',
    target.id,
    emailsHeld ? `emails held back: ${emailsHeld}` : '',
  ],
}
