import type { TextField, TextRules, TextVariable } from '#app/domain/content/text-field.ts'

export const textGroups = {
  shop: 'The shop',
  page: 'Pages',
  qa: 'Questions & Answers',
  policy: 'Policies',
  post: 'Journal',
} as const
export type TextGroup = keyof typeof textGroups

/** A text that staff may write in other words, and what it must be. */
export type TextDefinition = TextRules & {
  key: string
  group: TextGroup
  name: string
  /** Where it is shown. */
  path: string
  about: string
  /** The file of `content/` it comes from, in which authors marked what must be checked. */
  file: string | null
  /** A lawyer is to read each version. */
  isLegal: boolean
}

export const variables: readonly TextVariable[] = [
  { name: 'name', says: 'the name of the shop' },
  { name: 'email', says: 'the shop’s email address, as a link' },
  { name: 'phone', says: 'the phone number, as a link' },
  { name: 'address', says: 'the address, on one line' },
  { name: 'hours', says: 'your business hours' },
  { name: 'closed', says: 'the days you’re closed' },
  { name: 'parcels', says: 'your shipping promise' },
  { name: 'returnShipping', says: 'who pays for return shipping' },
  { name: 'founder', says: 'the name of the founder' },
  { name: 'recastPrice', says: 'the price of a recast' },
  { name: 'customTime', says: 'how long custom work takes' },
  { name: 'restockingFee', says: 'the research and restocking fee' },
]

/** Variables that a text which has them must keep: where to write, and what the shop promises [PROMISE-01]. */
export const promisedVariables = ['email', 'recastPrice', 'customTime', 'restockingFee']

export const returnDays: TextVariable = {
  name: 'returnDays',
  says: 'the number of days a piece can be returned, as set under Orders, Returns',
}

type Part = Pick<TextField, 'name' | 'label' | 'builtIn'> & Partial<TextField>

const longest = {
  line: 160,
  text: 600,
  markdown: 60_000,
  link: 400,
  email: 120,
  phone: 40,
  zip: 30,
} as const

export function field(
  kind: keyof typeof longest | 'time' | 'slug' | 'picture' | 'choice',
  part: Part,
): TextField {
  const max = kind in longest ? longest[kind as keyof typeof longest] : 160
  return { group: '', kind, max, ...part }
}

export const searchLength = 'Aim for 110 to 155 characters.'
export const searchHint = `Shown below the title in search results. ${searchLength}`
