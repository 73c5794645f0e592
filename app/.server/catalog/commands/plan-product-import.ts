import { randomUUID } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import type { AppContext } from '#app/.server/app-context.ts'
import type { ChangeProblem } from '#app/.server/platform/db/product-change-schema.ts'
import type { CsvColumn } from '#app/contracts/catalog/csv/columns.ts'
import { type CsvProblem, type CsvRow, madeNote } from '#app/contracts/catalog/csv/csv-row.ts'
import { blankFacts, readCsvProduct } from '#app/contracts/catalog/csv/read-csv-product.ts'
import { changeOf, factsOf, type ProductFacts } from '#app/domain/catalog/product-facts.ts'
import { slugOf } from '#app/domain/catalog/slug.ts'
import { madeOf, noValue } from '#app/domain/text/spreadsheet-value.ts'
import { AppError } from '../../platform/errors.ts'
import { cleanDescription } from '../clean-description.ts'
import { csvRowsOf } from '../csv-rows.ts'
import { parseCsv } from '../parse-csv.ts'
import { catalogWithRevisions } from '../queries/cached-catalog.ts'
import { taxCodes } from '../queries/product-csv.ts'
import { type PlannedRow, savePlan } from '../save-change-plan.ts'

/** The rows of one product. `id` null: a new one. */
type Group = { id: string | null; rows: CsvRow[] }

/**
 * Works out what a file would change, and keeps it to be looked at [CSV-03]. What’s wrong with it is
 * told by row and column, and then nothing of it can be made.
 */
export async function planProductImport(
  app: AppContext,
  { bytes, name, by }: { bytes: Uint8Array; name: string; by: string },
): Promise<string> {
  const { rows, notes, problems, format } = csvRowsOf(await parseCsv(bytes))
  const [catalog, codes] = await Promise.all([catalogWithRevisions(app), taxCodes(app)])
  const { groups, unknown, read: notesOfRows } = grouped(rows, catalog)
  problems.push(...unknown)
  const planned: PlannedRow[] = []
  const slugs = new Map([...catalog.byId.values()].map(({ slug, id }) => [slug, id]))
  let nth = 0
  for (const group of groups) {
    nth += 1
    // Nobody waits for a long file.
    if (nth % productsAtATime === 0) await setImmediate()
    const product = group.id === null ? null : catalog.byId.get(group.id)
    const before = product ? factsOf(product, codes.get(product.id) ?? null) : blankFacts
    const read = readCsvProduct(before, group.rows, cleanDescription, format)
    notesOfRows.push(...read.notes)
    if (!product && read.facts.active) notesOfRows.push(hiddenNote(group.rows))
    const facts = product ? read.facts : withSlug(read.facts)
    const change = changeOf(before, facts)
    const named = (problem: Omit<ChangeProblem, 'name'>) => ({ ...problem, name: facts.name })
    problems.push(...read.problems.map(named))
    if (!change && product) continue
    const [{ row = 0 } = {}] = group.rows
    const wrong = product
      ? staleProblem(group.rows, catalog.revisionOf(product.id))
      : missingOf(facts, row, read.problems)
    if (wrong) problems.push(named(wrong))
    const id = product?.id ?? randomUUID()
    const owner = slugs.get(facts.slug)
    if (facts.slug !== before.slug && owner !== undefined && owner !== id) {
      const message = `Another product has the web address “${facts.slug}”.`
      problems.push(named({ row, column: 'web_address', message }))
    }
    slugs.set(facts.slug, id)
    const revision = product ? catalog.revisionOf(product.id) : null
    const { before: was, after } = product && change ? change : { before: {}, after: facts }
    planned.push({ productId: id, name: facts.name, revision, before: was, after })
  }
  problems.sort((one, other) => (one.row ?? 0) - (other.row ?? 0))
  if (planned.length === 0 && problems.length === 0) throw nothingInIt(groups.length)
  return savePlan(
    app,
    {
      ...{ kind: 'csv', title: `File ${name.slice(0, 100) || 'without a name'}`, asked: null },
      ...{
        rows: planned,
        problems,
        notes: [...notes, ...firstOf(notesOfRows)],
        unchanged: groups.length - planned.length,
      },
    },
    by,
  )
}

/** Nothing is shown that nobody has looked at [CSV-05, CSV-12]. */
function hiddenNote(rows: readonly CsvRow[]): string {
  const { row, cells } = rows.find(({ cells: { visible } }) => visible?.trim()) ?? {}
  return `Row ${row}, visible: “${cells?.visible?.trim()}” was ignored because new products are added hidden. Show them from the Products page once you’ve checked them.`
}

const productsAtATime = 200
/** Nobody reads on after so many. */
const maxNotes = 100

const firstOf = (notes: readonly string[]) =>
  notes.length <= maxNotes
    ? notes
    : [...notes.slice(0, maxNotes), `And ${notes.length - maxNotes} more like these.`]

function nothingInIt(products: number): AppError {
  const message =
    products === 0
      ? 'This file contains no products.'
      : 'Nothing would change. Everything in this file is already like that.'
  return new AppError('nothing_to_change', 422, message, {
    details: { errors: { file: message } },
  })
}

/**
 * By id, else by web address; without either of a product there is, the row is of a new one. What a
 * spreadsheet made a number or date of is found again where it can only be one [CSV-06].
 */
function grouped(
  rows: readonly CsvRow[],
  { byId }: Awaited<ReturnType<typeof catalogWithRevisions>>,
) {
  const bySlug = new Map([...byId.values()].map(({ slug, id }) => [slug, id]))
  const idMadeOf = madeOf([...byId.keys()])
  const slugMadeOf = madeOf([...bySlug.keys()])
  const groups = new Map<string, Group>()
  const unknown: ChangeProblem[] = []
  const read: string[] = []
  for (const each of rows) {
    const { row, asText } = each
    const { name = '' } = each.cells
    const cell = (column: 'id' | 'web_address') => (each.cells[column] ?? '').trim()
    const wrong = (column: CsvColumn, message: string) =>
      unknown.push({ row, column, name, message })
    /** The text that a cell was made of. */
    const found = (column: 'id' | 'web_address', find: typeof idMadeOf) => {
      const made = asText?.has(column) ? null : find(cell(column))
      if (made && 'was' in made) read.push(madeNote(row, column, cell(column), made.was))
      return made
    }
    const id = cell('id')
    const madeId = id === '' || byId.has(id) ? null : found('id', idMadeOf)
    const knownId = madeId && 'was' in madeId ? madeId.was : id
    if (knownId !== '' && !byId.has(knownId)) {
      const why = madeId && 'why' in madeId ? madeId.why : noValue(id)
      const quoted = id.slice(0, 60)
      wrong(
        'id',
        why === null
          ? `No product has the ID “${quoted}”. Leave it blank for a new product.`
          : `“${quoted}”: ${why}`,
      )
      continue
    }
    const slug = cell('web_address')
    const ofSlug = bySlug.get(slug) ?? bySlug.get(slugOf(slug)) ?? null
    const madeSlug =
      knownId !== '' || slug === '' || ofSlug !== null ? null : found('web_address', slugMadeOf)
    if (madeSlug && 'why' in madeSlug) {
      wrong('web_address', `“${slug.slice(0, 60)}”: ${madeSlug.why}`)
      continue
    }
    const known = knownId || ofSlug || (madeSlug && bySlug.get(madeSlug.was)) || null
    const key = known ?? `new ${slugOf(slug) || slugOf(name)}`
    const group = groups.get(key) ?? { id: known, rows: [] }
    group.rows.push(each)
    groups.set(key, group)
  }
  return { groups: [...groups.values()], unknown, read }
}

const withSlug = (facts: ProductFacts): ProductFacts => ({
  ...facts,
  slug: facts.slug || slugOf(facts.name),
  active: false,
})

/**
 * What a new product cannot be without, as in its form; not what was refused for another reason.
 */
function missingOf(facts: ProductFacts, row: number, problems: readonly CsvProblem[]) {
  const needed = [
    ['name', facts.name],
    ['web_address', facts.slug],
    ['short_description', facts.shortDescription],
    ['description', facts.description],
    ['size', facts.sizes[0]?.size ?? ''],
  ] as const
  const refused = new Set<CsvColumn | null>(problems.map(({ column }) => column))
  const missing = needed
    .filter(([column, text]) => text === '' && !madeFrom[column].some((each) => refused.has(each)))
    .map(([column]) => column)
  if (missing.length === 0) return null
  const message = `A new product needs ${missing.join(', ')}.`
  return { row, column: missing[0] ?? null, message }
}

/** Where one of these cells is refused, the product lacks this without the file lacking it. */
const madeFrom = {
  name: ['name'],
  web_address: ['web_address', 'name'],
  short_description: ['short_description'],
  description: ['description'],
  size: ['size', 'weight_g', 'fee'],
} satisfies Partial<Record<CsvColumn, CsvColumn[]>>

/** A file that was written before somebody else's save would take that back. */
function staleProblem(rows: readonly CsvRow[], revision: number | null) {
  const stale = rows.find(({ cells }) => {
    const said = cells.revision?.trim() ?? ''
    return said !== '' && said !== `${revision}`
  })
  if (!stale) return null
  const message =
    'It was saved after this file was exported. Please export it again, or remove the revision column to use this file anyway.'
  return { row: stale.row, column: 'revision', message }
}
