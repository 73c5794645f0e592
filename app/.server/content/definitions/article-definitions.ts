import { legalTexts } from '#content/legal/index.ts'
import { type Topic, topics } from '#content/qa/index.ts'
import { sourceOf, withoutNotes } from '../sources.ts'
import { field, returnDays, searchHint, type TextDefinition, variables } from './text-definition.ts'

const updatedLine = /^Last updated: (.+)$/m

const promised: Readonly<Record<string, readonly string[]>> = {
  'terms-and-conditions': [
    'Material, Laser Inscribed, and Recast',
    'of production cost',
    'research and restocking fee',
    '10,000',
  ],
  'trade-sanctions': ['research and restocking fee', 'ban'],
  'fincen-reporting': ['10,000', '50,000'],
  'customs-disclosure': ['2,500', '3 percent'],
}

/** What the terms promise beside the days of a return [PROMISE-01]. */
const ofTerms = ['recastPrice', 'customTime', 'restockingFee']

const isTerms = (id: string) => id === 'terms-and-conditions'

export const policyDefinitions: readonly TextDefinition[] = legalTexts.map(
  ({ id, title, description }): TextDefinition => {
    const source = withoutNotes(sourceOf(`legal/${id}.md`))
    return {
      key: `policy-${id}`,
      group: 'policy',
      name: title,
      path: `/${id}`,
      about:
        'This is a legal document. Have a lawyer review every change. The Setup page will remind you until you mark it as reviewed here.',
      fields: [
        field('line', {
          name: 'updated',
          label: 'Last updated',
          hint: 'The date shown at the top. Update it whenever you change the policy.',
          builtIn: updatedLine.exec(source)?.[1] ?? '',
          max: 40,
        }),
        field('markdown', {
          name: 'body',
          label: 'Text',
          builtIn: source.replace(updatedLine, '').trim(),
        }),
        field('text', {
          name: 'description',
          label: 'For search engines',
          hint: searchHint,
          builtIn: description,
          max: 200,
        }),
      ],
      variables: isTerms(id) ? [...variables, returnDays] : variables,
      needs: ['name', 'address', 'email', ...(isTerms(id) ? ['returnDays', ...ofTerms] : [])],
      keeps: promised[id] ?? [],
      file: `content/legal/${id}.md`,
      isLegal: true,
    }
  },
)

const notAdvice = 'This is general information, not legal advice.'

export const qaDefinitions: readonly TextDefinition[] = topics.map(
  (topic: Topic): TextDefinition => {
    const { id, label, title, description, summary } = topic
    return {
      key: `qa-${id}`,
      group: 'qa',
      name: label,
      path: `/qa/${id}`,
      about: 'An answer under Questions & Answers. Its name in the menu stays.',
      fields: [
        field('line', { name: 'title', label: 'Title', builtIn: title, max: 120 }),
        field('text', { name: 'summary', label: 'In one sentence', builtIn: summary, max: 300 }),
        field('markdown', {
          name: 'body',
          label: 'Text',
          builtIn: withoutNotes(sourceOf(`qa/${id}.md`)),
        }),
        field('text', {
          name: 'description',
          label: 'For search engines',
          hint: searchHint,
          builtIn: description,
          max: 200,
        }),
      ],
      variables,
      needs: id === 'trade-sanctions' ? ['restockingFee'] : [],
      keeps: [...(promised[id] ?? []), notAdvice],
      file: `content/qa/${id}.md`,
      isLegal: false,
    }
  },
)
