import { expect, it } from 'vitest'
import { z } from 'zod'
import { issueText } from './form-data.ts'

const modules = import.meta.glob<Record<string, unknown>>('./*.ts', { eager: true })

const isSchema = (value: unknown): value is z.core.$ZodType =>
  typeof value === 'object' && value !== null && '_zod' in value

type Definition = Record<string, unknown> & { type: string }
const definitionOf = (schema: z.core.$ZodType) => schema._zod.def as unknown as Definition

/** The schemas directly within one. */
function within(schema: z.core.$ZodType): z.core.$ZodType[] {
  const definition = definitionOf(schema)
  return Object.entries(definition).flatMap(([name, value]) => {
    if (name === 'shape') return Object.values(value as object).filter(isSchema)
    if (Array.isArray(value)) return value.filter(isSchema)
    return isSchema(value) ? [value] : []
  })
}

function all(schema: z.core.$ZodType): z.core.$ZodType[] {
  return [schema, ...within(schema).flatMap(all)]
}

/** Of programs alone. */
const ofPrograms = /^(browserReports|passkeyStep) /

const contracts = Object.entries(modules).flatMap(([file, exports]) =>
  Object.entries(exports)
    .filter((entry): entry is [string, z.core.$ZodType] => isSchema(entry[1]))
    .map(([name, schema]) => [`${name} of ${file}`, schema] as const)
    .filter(([name]) => !ofPrograms.test(name)),
)

/** The names of what a form may have, with the values that choose its kind. */
function* forms(
  schema: z.core.$ZodType,
): Generator<{ names: string[]; chosen: Record<string, string> }> {
  const objects = all(schema).filter((each) => definitionOf(each).type === 'object')
  for (const each of objects) {
    const shape = definitionOf(each).shape as Record<string, z.core.$ZodType>
    const chosen: Record<string, string> = {}
    for (const [name, field] of Object.entries(shape)) {
      const definition = definitionOf(field)
      if (definition.type === 'literal') chosen[name] = String((definition.values as unknown[])[0])
    }
    yield { names: Object.keys(shape), chosen }
  }
}

const typed = ['', '§', '-1', '1e9', 'a@b@c', 'x'.repeat(300_000), 'No\u0000 \u202e']

it.each(contracts)('%s answers in its own sentences [FORM-30]', async (_, schema) => {
  const found = new Set<string>()
  for (const { names, chosen } of forms(schema)) {
    for (const name of names) {
      for (const text of typed) {
        const read = z.safeParse(schema, { ...chosen, [name]: text })
        for (const issue of read.success ? [] : read.error.issues) {
          if (issueText(issue as z.core.$ZodIssue) === 'Please check this.')
            found.add(`${issue.path.join('.')} (${issue.code}): ${issue.message}`)
        }
      }
    }
  }
  expect([...found]).toEqual([])
})

it.each(contracts)(
  '%s has no field that is an empty text or else something [FORM-30]',
  (_, schema) => {
    const unions = all(schema).filter((each) => definitionOf(each).type === 'union')
    const blank = unions.filter((each) =>
      (definitionOf(each).options as z.core.$ZodType[]).some(
        (option) => z.safeParse(option, '').success,
      ),
    )
    expect(blank).toEqual([])
  },
)
