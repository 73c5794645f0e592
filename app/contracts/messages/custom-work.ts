import { brand } from '#brand'
import { type EmailDraft, emailDraft, oneLine } from './email-draft.ts'

/** In the order of the form and of the email; a group's name is a key of `words.groups`. */
const groups = {
  piece: [
    'additionalNotes',
    'designType',
    'jewelryType',
    'ringSize',
    'braceletLength',
    'otherType',
    'metalType',
  ],
  extras: ['customerGold', 'stoneType', 'stoneDetails'],
  contact: ['date', 'deadline', 'phone', 'email'],
  shipping: [
    'shippingAddress',
    'shippingCity',
    'shippingState',
    'shippingZip',
    'internationalShipping',
  ],
} as const

type CustomWorkGroup = keyof typeof groups
export type CustomWorkField = (typeof groups)[CustomWorkGroup][number]
export type CustomWorkValues = Partial<Record<CustomWorkField, string | undefined>>

/** Fields asked for one kind of piece only; for any other they are neither shown nor sent [D37]. */
export const askedFor = {
  ringSize: 'ring',
  braceletLength: 'bracelet',
  otherType: 'other',
} as const satisfies Partial<Record<CustomWorkField, string>>

export const defaults = { designType: 'new', jewelryType: 'pendant', metalType: '24k' } as const

const yesOrNo: readonly CustomWorkField[] = ['internationalShipping', 'customerGold']
const manyLines: readonly CustomWorkField[] = ['stoneDetails', 'additionalNotes']

export type CustomWorkTexts = {
  groups: Readonly<Record<CustomWorkGroup, string>>
  labels: Readonly<Record<CustomWorkField, string>>
  options: Readonly<Partial<Record<CustomWorkField, Readonly<Record<string, string>>>>>
  expectations: { heading: string; lines: readonly string[] }
}

/** A checkbox is `yes` or empty; the email says Yes or No. Other empty fields are left out. */
export function customWorkDraft(values: CustomWorkValues, words: CustomWorkTexts): EmailDraft {
  const parts = Object.entries(groups).map(([group, fields]) => [
    words.groups[group as CustomWorkGroup],
    ...fields.flatMap((field) => lineOf(field, values, words)),
  ])
  const { heading, lines } = words.expectations
  const expected = [heading, ...lines.map((line) => `- ${line}`)]
  const body = [...parts, expected].map((part) => part.join('\n')).join('\n\n')
  return emailDraft(brand.email, 'Custom Work Request', body)
}

function lineOf(field: CustomWorkField, values: CustomWorkValues, words: CustomWorkTexts) {
  const kind = askedFor[field as keyof typeof askedFor]
  if (kind && values.jewelryType !== kind) return []
  const label = words.labels[field]
  const value = values[field]?.trim() ?? ''
  if (yesOrNo.includes(field)) return [`${label}: ${value ? 'Yes' : 'No'}`]
  if (value === '') return []
  if (manyLines.includes(field)) return [`${label}:\n${value}`]
  return [`${label}: ${oneLine(words.options[field]?.[value] ?? value)}`]
}
