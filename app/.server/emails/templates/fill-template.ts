import {
  type EmailField,
  type EmailTemplate,
  fieldAlone,
  fillPlaceholders,
  partsOf,
} from '#app/domain/emails/email-template.ts'
import type { Block, Email } from './email.ts'

/** What a field says in one mail: words, or blocks where it is a block. */
export type FieldValues = Readonly<Record<string, string | readonly Block[]>>

/** An email that staff may write in other words: its fields, its built-in text, and what the fields say. */
export type EmailText<Facts> = {
  /** As the list of emails calls it. */
  name: string
  /** When it is sent, and to whom. */
  when: string
  fields: readonly EmailField[]
  builtIn: EmailTemplate
  values: (facts: Facts) => FieldValues
}

/** Paragraphs of which nothing is left are left out. */
export function fillTemplate({ subject, body }: EmailTemplate, values: FieldValues): Email {
  const words = Object.fromEntries(
    Object.entries(values).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    ),
  )
  const blocks = partsOf(body).flatMap((part): readonly Block[] => {
    const value = values[fieldAlone(part) ?? '']
    if (value !== undefined && typeof value !== 'string') return value
    const lines = part.lines
      .map((line) => fillPlaceholders(line, words))
      .filter((line) => line.trim())
    const [text, ...more] = lines
    if (text === undefined) return []
    if (part.is === 'heading') return [{ is: 'heading', text }]
    return more.length > 0 ? [{ is: 'lines', lines }] : [{ is: 'paragraph', text }]
  })
  return { subject: fillPlaceholders(subject, words), blocks: withOneButton(blocks) }
}

/** The first button stays one; later ones become links, in whatever order staff put the fields [COPY-02]. */
function withOneButton(blocks: readonly Block[]): Block[] {
  const button = blocks.find((block) => block.is === 'button')
  return blocks.map((block) =>
    block.is === 'button' && block !== button ? { ...block, is: 'link' } : block,
  )
}

export const block = (name: string, says: string): EmailField => ({ name, says, isBlock: true })
export const words = (name: string, says: string): EmailField => ({ name, says })
export const needed = (field: EmailField): EmailField => ({ ...field, isNeeded: true })
