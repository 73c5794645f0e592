import { readEmail } from '../address/email.ts'
import { readZip } from '../address/us-places.ts'

/** What staff entered, by the name of the field. */
export type TextValues = Readonly<Record<string, string>>

export type TextKind =
  | 'line'
  | 'text'
  | 'markdown'
  /** The body of an email: paragraphs, with fields in braces that may be whole paragraphs. */
  | 'template'
  | 'email'
  | 'phone'
  | 'zip'
  | 'link'
  | 'time'
  | 'slug'
  | 'picture'
  | 'choice'

/** One input of the editor. */
export type TextField = {
  /** `lead`, or a place in a page: `sections.0.body`. */
  name: string
  label: string
  /** The fields of one group are together, under its name. */
  group: string
  kind: TextKind
  /** Characters. */
  max: number
  /** What is there until staff write something else. */
  builtIn: string
  isOptional?: true
  hint?: string
  /** Of a choice: value and label. */
  options?: readonly (readonly [value: string, label: string])[]
}

/** A word in braces that the shop fills in: `{email}`. */
export type TextVariable = { name: string; says: string }

/** What a text must be, no matter who writes it. */
export type TextRules = {
  fields: readonly TextField[]
  /** Those that may be in its lines, texts and Markdown. */
  variables: readonly TextVariable[]
  /** Those without which the text would miss what it is for. */
  needs: readonly string[]
  /** Words that the shop promises, and that stay as they are. */
  keeps: readonly string[]
}

/** The fields as they are: what was written, else what is built in. */
export function valuesOf(fields: readonly TextField[], written: TextValues | null): TextValues {
  return Object.fromEntries(fields.map(({ name, builtIn }) => [name, written?.[name] ?? builtIn]))
}

/** What differs from the shipped text, tidied; null where nothing does. */
export function writtenValues(fields: readonly TextField[], input: TextValues): TextValues | null {
  const written = fields.flatMap(({ name, builtIn, kind }) => {
    const value = tidy(input[name] ?? builtIn, kind)
    return value === builtIn ? [] : [[name, value] as const]
  })
  return written.length === 0 ? null : Object.fromEntries(written)
}

/** Without spaces at the ends, with line ends of one kind; on one line where the field has one, in its one form. */
export function tidy(value: string, kind: TextKind): string {
  const text = value.replaceAll(/\r\n?/g, '\n').trim()
  if (kind === 'markdown' || kind === 'text' || kind === 'template') return text
  const lines = text.split('\n').map((each) => each.trim())
  const line = lines.filter(Boolean).join(' ')
  if (kind === 'zip') return readZip(line) ?? line
  return kind === 'email' ? (readEmail(line) ?? line) : line
}

export function sameValues(one: TextValues, other: TextValues): boolean {
  const names = new Set([...Object.keys(one), ...Object.keys(other)])
  return [...names].every((name) => one[name] === other[name])
}

/**
 * Whether both read the same. The built-in text differs from one that was written in the same words: it
 * changes with the program.
 */
export function sameText(
  fields: readonly TextField[],
  one: TextValues | null,
  other: TextValues | null,
): boolean {
  if (one === null || other === null) return one === other
  return sameValues(valuesOf(fields, one), valuesOf(fields, other))
}

/** Characters of a change that the staff log keeps of each side. */
const maxShown = 80

export type TextChange = { field: string; before: string; after: string }

/** What was changed, cut short around where it begins to differ. */
export function changesOf(
  fields: readonly TextField[],
  before: TextValues | null,
  after: TextValues | null,
): TextChange[] {
  const [old, next] = [valuesOf(fields, before), valuesOf(fields, after)]
  return fields.flatMap(({ name, label, group }) => {
    const [was, is] = [old[name] ?? '', next[name] ?? '']
    if (was === is) return []
    const from = beginOfChange(was, is)
    const field = group ? `${group}: ${label}` : label
    return [{ field, before: cutAround(was, from), after: cutAround(is, from) }]
  })
}

function beginOfChange(one: string, other: string): number {
  let at = 0
  while (at < one.length && one[at] === other[at]) at += 1
  // From the word in which they part.
  return Math.max(0, one.lastIndexOf(' ', at - 1) + 1)
}

function cutAround(text: string, from: number): string {
  const start = text.length <= maxShown ? 0 : Math.min(from, text.length)
  const shown = [...text.slice(start)]
  const end = shown.length > maxShown ? `${shown.slice(0, maxShown).join('')}…` : shown.join('')
  return `${start > 0 ? '…' : ''}${end}`.replaceAll('\n', ' ').toWellFormed()
}
