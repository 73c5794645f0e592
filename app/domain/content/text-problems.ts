import { readEmail } from '../address/email.ts'
import { readPhone } from '../address/phone.ts'
import { readZip } from '../address/us-places.ts'
import type { TextField, TextRules, TextValues } from './text-field.ts'

/** Why a text cannot be published, by the name of its field; an empty object where it can. */
export function textProblems(values: TextValues, rules: TextRules): Record<string, string> {
  const problems: Record<string, string> = {}
  for (const field of rules.fields) {
    const problem = fieldProblem(field, values[field.name] ?? '', rules)
    if (problem) problems[field.name] = problem
  }
  const taking = rules.fields.filter(takesVariables)
  const whole = taking.map(({ name }) => values[name] ?? '').join('\n')
  const names = variablesIn(whole)
  for (const need of rules.needs.filter((each) => !names.includes(each))) {
    const says = rules.variables.find(({ name }) => name === need)?.says ?? 'it is needed here'
    const at = placeOf(`{${need}}`, taking)
    if (at) problems[at] ??= `Please keep {${need}}: ${says}.`
  }
  for (const keep of rules.keeps.filter((each) => !whole.includes(each))) {
    const at = placeOf(keep, taking)
    if (at) problems[at] ??= `Please keep “${keep}” word for word. It’s a promise your shop makes.`
  }
  return problems
}

/** Braces are variables there, and nothing but characters elsewhere. */
const takesVariables = ({ kind }: TextField) =>
  kind === 'line' || kind === 'text' || kind === 'markdown'

/** Where the shipped text has these words; else the first long field. */
function placeOf(words: string, fields: readonly TextField[]): string | undefined {
  const found = fields.find(({ builtIn }) => builtIn.includes(words))
  return (found ?? fields.find(({ kind }) => kind === 'markdown') ?? fields[0])?.name
}

function fieldProblem(field: TextField, value: string, rules: TextRules): string | null {
  const { kind, max, label } = field
  if (value.trim() === '') return field.isOptional ? null : `Please fill in “${label}.”`
  if (value.length > max) {
    return `Please use no more than ${max.toLocaleString('en-US')} characters. This has ${value.length.toLocaleString('en-US')}.`
  }
  if (takesVariables(field)) {
    const wrong = bracesProblem(value, rules)
    if (wrong) return wrong
  }
  switch (kind) {
    case 'email':
      return readEmail(value) ? null : 'Please enter an email address, such as hello@your-shop.com.'
    case 'phone':
      return readPhone(value)
        ? null
        : 'Please enter one complete phone number, such as (206) 555-0149 x12, or +44 20 7946 0958.'
    case 'zip':
      return readZip(value) ? null : 'Please enter a five-digit ZIP code, such as 98101.'
    case 'link':
      return isLink(value)
        ? null
        : 'Please enter a full address that begins with https://, or a page in your shop that begins with /.'
    case 'time':
      return isTime(value) ? null : 'Please enter a date and time.'
    case 'slug':
      return isSlug(value)
        ? null
        : 'Please use lowercase letters, digits, and hyphens, with at least one letter: how-we-cast.'
    case 'picture':
      return /^\/(media|pendants|pictures)\/[\w-]+\.jpg$/.test(value)
        ? null
        : 'Please choose an image from the library.'
    case 'choice':
      return field.options?.some(([option]) => option === value)
        ? null
        : 'Please choose one of these.'
    case 'markdown':
      return markdownProblem(value)
    default:
      return null
  }
}

function bracesProblem(value: string, { variables }: TextRules): string | null {
  const names = variables.map(({ name }) => name)
  const unknown = variablesIn(value).find((name) => !names.includes(name))
  if (unknown !== undefined) {
    const known = names.map((name) => `{${name}}`).join(', ')
    return `There’s no variable {${unknown}} here. ${known ? `You can use ${known}.` : 'Please type the words instead.'}`
  }
  return /[{}]/.test(value.replaceAll(anyVariable, ''))
    ? 'A brace isn’t closed. Write variables like this: {email}.'
    : null
}

function markdownProblem(value: string): string | null {
  if (/<[a-z/!?]/i.test(value.replaceAll(/<(https?:|mailto:)[^<>\s]*>/g, ''))) {
    return 'HTML doesn’t work here. Write **bold**, *italic*, - for a list, [words](https://…) for a link.'
  }
  const targets = [...value.matchAll(/\]\(\s*<?([^)\s>]*)/g)].map(([, target = '']) => target)
  const wrong = targets.find((target) => !isTarget(target))
  return wrong === undefined
    ? null
    : `A link goes to “${wrong}.” Links begin with https://, mailto:, tel:, or with / for a page in your shop.`
}

export const isTarget = (target: string) =>
  /^(https?:\/\/[^\s/]|mailto:[^\s]|tel:[+\d]|\/(?!\/)|#)/i.test(target)

const anyVariable = /\{([^{}\n]*)\}/g

export const variablesIn = (text: string) =>
  [...text.matchAll(anyVariable)].map(([, name = '']) => name)

function isLink(value: string): boolean {
  if (/^\/(?![/\\])\S*$/.test(value)) return true
  return (
    /^https:\/\/\S+$/.test(value) && URL.canParse(value) && /[^.]\../.test(new URL(value).hostname)
  )
}

function isTime(value: string): boolean {
  const [, year, month, day, hour, minute] =
    /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d)(?::\d\d)?$/.exec(value) ?? []
  if (!year) return false
  const at = new Date(`${year}-${month}-${day}T${hour}:${minute}:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(value.slice(0, 16))
}

const isSlug = (value: string) => /^(?=.*[a-z])[a-z\d]+(-[a-z\d]+)*$/.test(value)

/** What authors marked in a text, in a comment, to be looked at by somebody who knows. */
export type ReviewNote = { who: 'lawyer' | 'anybody'; what: string; line: number }

export function reviewNotes(source: string): ReviewNote[] {
  const marks =
    /(?:<!--|\/\/) (check before launch|for a lawyer's review before launch): ([\s\S]*?)(?: -->|\n(?!\/\/)|$)/g
  return [...source.matchAll(marks)].map(({ 1: mark = '', 2: what = '', index }) => ({
    who: mark.startsWith('for') ? 'lawyer' : 'anybody',
    what: what.replaceAll('\n//', ''),
    line: source.slice(0, index).split('\n').length,
  }))
}
