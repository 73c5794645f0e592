/**
 * The text of an email as staff may write it. Paragraphs are parted by an empty line; one that begins with
 * `# ` is a heading. `{order number}` is a field: what is known only when the email is written.
 */
export type EmailTemplate = { subject: string; body: string }

export type EmailField = {
  name: string
  /** For anyone who writes the text: what will be there. */
  says: string
  /** A block is more than words (a table, a link, an address) and is a separate paragraph. */
  isBlock?: true
  /** Without it the email would miss what it is for. */
  isNeeded?: true
}

/** Characters. A subject beyond it is cut by mail programs. */
export const maxSubject = 120
export const maxBody = 10_000

export type EmailPart = { is: 'heading' | 'paragraph'; lines: readonly string[] }

/** The paragraphs of a body, with their fields still in braces. */
export function partsOf(body: string): EmailPart[] {
  return body
    .replaceAll(/\r\n?/g, '\n')
    .split(/\n[ \t]*(?:\n[ \t]*)+/)
    .map((text) => text.trim())
    .filter((text) => text !== '')
    .map((text) => {
      const [, heading] = /^#[ \t]([^\n]+)$/.exec(text) ?? []
      if (heading !== undefined) return { is: 'heading', lines: [heading.trim()] }
      return { is: 'paragraph', lines: text.split('\n').map((line) => line.trim()) }
    })
}

/** The name of the field that a paragraph consists of; null where it has other words. */
export function fieldAlone({ lines }: Pick<EmailPart, 'lines'>): string | null {
  const [line = ''] = lines
  return lines.length === 1 ? (/^\{([^{}]*)\}$/.exec(line)?.[1]?.trim() ?? null) : null
}

const anyField = /\{([^{}]*)\}/g

/** Puts words in the place of fields. What is put in is not looked through again. */
export function fillPlaceholders(text: string, words: Readonly<Record<string, string>>): string {
  return text.replaceAll(anyField, (_, name: string) => words[name.trim()] ?? '')
}

export type TemplateProblems = { subject?: string; body?: string }

/** Why a text cannot be taken, by its input; an empty object where it can. */
export function templateProblems(
  { subject, body }: EmailTemplate,
  fields: readonly EmailField[],
): TemplateProblems {
  const inSubject = subjectProblem(subject, fields)
  const inBody = bodyProblem(body, fields)
  return { ...(inSubject && { subject: inSubject }), ...(inBody && { body: inBody }) }
}

function subjectProblem(subject: string, fields: readonly EmailField[]): string | null {
  if (subject.trim() === '') return 'Please enter a subject.'
  if (subject.length > maxSubject) return `Please use no more than ${maxSubject} characters.`
  if (/[\r\n]/.test(subject)) return 'The subject must be one line.'
  const block = namesIn(subject).find((name) => fieldOf(name, fields)?.isBlock)
  if (block !== undefined) return `{${block}} can’t be used in a subject.`
  return wrongBraces(subject, fields)
}

function bodyProblem(body: string, fields: readonly EmailField[]): string | null {
  if (body.trim() === '') return 'Please enter the text.'
  if (body.length > maxBody)
    return `Please use no more than ${maxBody.toLocaleString('en-US')} characters.`
  const wrong = wrongBraces(body, fields)
  if (wrong) return wrong
  const parts = partsOf(body)
  const inWords = parts
    .filter((part) => part.is === 'heading' || fieldAlone(part) === null)
    .flatMap(({ lines }) => lines.flatMap(namesIn))
  const block = inWords.find((name) => fieldOf(name, fields)?.isBlock)
  if (block !== undefined) {
    return `Please put {${block}} in its own paragraph, with a blank line before and after it.`
  }
  const names = namesIn(body)
  const missing = fields.find(({ name, isNeeded }) => isNeeded && !names.includes(name))
  return missing ? `Please keep {${missing.name}}: ${missing.says}.` : null
}

function wrongBraces(text: string, fields: readonly EmailField[]): string | null {
  const unknown = namesIn(text).find((name) => !fieldOf(name, fields))
  if (unknown !== undefined) return `This email has no field {${unknown}}.`
  return /[{}]/.test(text.replaceAll(anyField, ''))
    ? 'A brace isn’t closed. Write fields like this: {order number}.'
    : null
}

const namesIn = (text: string) => [...text.matchAll(anyField)].map(([, name = '']) => name.trim())
const fieldOf = (name: string, fields: readonly EmailField[]) =>
  fields.find((field) => field.name === name)
