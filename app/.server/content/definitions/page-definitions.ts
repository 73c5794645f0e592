import { type Leaf, leavesOf } from '#app/domain/content/page-texts.ts'
import type { TextField } from '#app/domain/content/text-field.ts'
import { variablesIn } from '#app/domain/content/text-problems.ts'
import { contact } from '#content/pages/contact.ts'
import { customWork } from '#content/pages/custom-work.ts'
import { guarantees } from '#content/pages/guarantees.ts'
import { home } from '#content/pages/home.ts'
import { laserWeightGuarantee } from '#content/pages/laser-weight-guarantee.ts'
import { materialGuarantee } from '#content/pages/material-guarantee.ts'
import { ourStory } from '#content/pages/our-story.ts'
import { recastGuarantee } from '#content/pages/recast-guarantee.ts'
import {
  field,
  promisedVariables,
  searchHint,
  type TextDefinition,
  variables,
} from './text-definition.ts'

type EditablePage = {
  id: string
  name: string
  path: string
  page: object
  /** Places that stay as they are: what the shop promises, and what belongs to another text. */
  fixed?: RegExp
  keeps?: readonly string[]
}

/** Pages whose words staff may change. Names, figures, labels and where links lead stay. */
const editable: readonly EditablePage[] = [
  {
    id: 'home',
    name: 'Home',
    path: '/',
    page: home,
    // The lead is that of the hero, the guarantees are a separate text.
    fixed: /^(lead|featured|guarantees\.three|price\.formula)\b/,
  },
  {
    id: 'our-story',
    name: 'Our Story',
    path: '/our-story',
    page: ourStory,
    fixed: /^guarantees\.three\b/,
  },
  {
    id: 'custom-work',
    name: 'Custom Work',
    path: '/custom-work',
    page: customWork,
    fixed: /^(expectations|form\.(?!heading|lead))/,
  },
  {
    id: 'guarantees',
    name: 'Guarantees',
    path: '/guarantees',
    page: guarantees,
    keeps: ['99.99%', '0.1 g', 'of production cost', '1-3 weeks'],
  },
  {
    id: 'material-guarantee',
    name: 'Material guarantee',
    path: '/material-guarantee',
    page: materialGuarantee,
    keeps: ['99.99%', '99.95%'],
  },
  {
    id: 'laser-weight-guarantee',
    name: 'Weight guarantee',
    path: '/laser-weight-guarantee',
    page: laserWeightGuarantee,
    keeps: ['0.1 g', '.9999'],
  },
  {
    id: 'recast-guarantee',
    name: 'Recast guarantee',
    path: '/recast-guarantee',
    page: recastGuarantee,
    keeps: ['of production cost', '1-3 weeks'],
  },
  {
    id: 'contact',
    name: 'Contact',
    path: '/contact',
    page: contact,
    fixed: /^(details|form\.(?!heading|lead))/,
  },
]

const leafLabels: Readonly<Record<string, string>> = {
  description: 'For search engines',
  lead: 'Opening sentence',
  heading: 'Heading',
  body: 'Text',
  text: 'Text',
  summary: 'In one sentence',
  headline: 'Headline',
  sentence: 'Sentence below it',
  note: 'Note',
  paragraphs: 'Paragraph',
}

const groupNames: Readonly<Record<string, string>> = {
  hero: 'Top of page',
  cards: 'Card',
  price: 'How we price a piece',
  guarantees: 'Guarantees',
  sizes: 'Sizes',
  sections: 'Section',
  founderMessage: 'Founder’s message',
  values: 'Values',
  process: 'How it works',
  timeline: 'How long it takes',
  form: 'Form',
  three: 'Guarantee',
  questions: 'End of page',
  comparison: 'Comparison',
  tests: 'Tests',
  inscription: 'What is inscribed',
  terms: 'Summary',
  steps: 'How it works',
  next: 'End of page',
  mark: 'Wide image',
}

const isNumber = (part: string) => /^\d+$/.test(part)

/** The last part of a place that is no number: `founderMessage.paragraphs.2` → `paragraphs`. */
const leafOf = (parts: readonly string[]) => parts.findLast((part) => !isNumber(part)) ?? ''

/** One of several within a part of the page. */
const itemNames: Readonly<Record<string, string>> = {
  steps: 'step',
  items: 'value',
  rows: 'row',
  marks: 'mark',
}

/** `sections.0.body` → `Section 1`; `steps.steps.1.body` → `How it works, step 2`. */
function groupOf(parts: readonly string[]): string {
  const [first = ''] = parts
  const name = groupNames[first]
  if (!name || parts.length === 1) return ''
  const at = parts.slice(0, -1).findIndex(isNumber)
  if (at === -1) return name
  const number = Number(parts[at]) + 1
  return at === 1
    ? `${name} ${number}`
    : `${name}, ${itemNames[parts[at - 1] ?? ''] ?? ''} ${number}`
}

function labelOf(parts: readonly string[]): string {
  const label = leafLabels[leafOf(parts)] ?? ''
  const at = parts.at(-1) ?? ''
  return isNumber(at) ? `${label} ${Number(at) + 1}` : label
}

/** On the home page only the sections are Markdown; elsewhere every body is (queries/texts.ts). */
const isMarkdown = (id: string, name: string) =>
  name.endsWith('.body') && (id !== 'home' || name.startsWith('sections.'))

function fieldOf(id: string, { name, value }: Leaf): TextField {
  const parts = name.split('.')
  const part = { name, label: labelOf(parts), group: groupOf(parts), builtIn: value }
  if (isMarkdown(id, name)) return field('markdown', { ...part, max: 6000 })
  if (name === 'description') return field('text', { ...part, max: 200, hint: searchHint })
  if (leafOf(parts) === 'heading') return field('line', { ...part, max: 120 })
  return field('text', { ...part, max: 1500 })
}

/** No part of the page: `written` in queries/texts.ts adds it. */
const searchTitle = field('line', {
  ...{ name: 'searchTitle', label: 'Title for search engines', builtIn: '', max: 120 },
  hint: 'The first line in search results. Aim for 30 to 60 characters. Leave blank to use the page’s heading.',
  isOptional: true,
})

function definitionOf({ id, name, path, page, fixed, keeps = [] }: EditablePage): TextDefinition {
  const isEditable = (place: string) =>
    !fixed?.test(place) && leafOf(place.split('.')) in leafLabels
  const fields = [searchTitle, ...leavesOf(page, isEditable).map((leaf) => fieldOf(id, leaf))]
  const whole = fields.map(({ builtIn }) => builtIn).join('\n')
  return {
    key: `page-${id}`,
    group: 'page',
    name,
    path,
    about: 'Numbers, the names of guarantees, and link destinations can’t be changed here.',
    fields,
    variables,
    // Who is told to write must be told where.
    needs: promisedVariables.filter((name) => variablesIn(whole).includes(name)),
    keeps,
    file: `content/pages/${id}.ts`,
    isLegal: false,
  }
}

export const pageDefinitions: readonly TextDefinition[] = editable.map(definitionOf)

const keys = new Map<object, string>(editable.map(({ id, page }) => [page, `page-${id}`]))

/** The key of a page's text; null where nobody may change it. */
export const keyOfPage = (page: object): string | null => keys.get(page) ?? null
