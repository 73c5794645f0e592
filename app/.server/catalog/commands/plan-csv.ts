import { randomUUID } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import type { AppContext } from '#app/.server/app-context.ts'
import type { ChangeProblem } from '#app/.server/platform/db/product-change-schema.ts'
import { type CsvCells, type CsvColumn, csvColumns } from '#app/contracts/product-csv.ts'
import { blankFacts, type CsvRow, readCsvProduct } from '#app/contracts/read-product-csv.ts'
import { changeOf, factsOf, type ProductFacts } from '#app/domain/catalog/product-facts.ts'
import { slugOf } from '#app/domain/catalog/slug.ts'
import { AppError } from '../../platform/errors.ts'
import { cleanHtml } from '../clean-html.ts'
import { keepPlan, type PlannedRow } from '../keep-plan.ts'
import { columnOf, parseCsv, wrongFile } from '../parse-csv.ts'
import { catalogWithRevisions } from '../queries/cached-catalog.ts'
import { taxCodes } from '../queries/product-csv.ts'

/** The rows of one product. `id` null: a new one. */
type Group = { id: string | null; rows: CsvRow[] }

/**
 * Works out what a file would change, and keeps it to be looked at [CSV-03]. What is wrong with it is
 * told by row and column, and then nothing of it can be made.
 */
export async function planCsv(
  app: AppContext,
  { bytes, name, by }: { bytes: Uint8Array; name: string; by: string },
): Promise<string> {
  const { rows, notes, problems } = rowsOf(await parseCsv(bytes))
  const [catalog, codes] = await Promise.all([catalogWithRevisions(app), taxCodes(app)])
  const { groups, unknown } = grouped(rows, catalog)
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
    const read = readCsvProduct(before, group.rows, cleanHtml)
    const facts = product ? read.facts : withSlug(read.facts)
    const change = changeOf(before, facts)
    const named = (problem: Omit<ChangeProblem, 'name'>) => ({ ...problem, name: facts.name })
    problems.push(...read.problems.map(named))
    if (!change && product) continue
    const [{ row = 0 } = {}] = group.rows
    const wrong = product
      ? staleProblem(group.rows, catalog.revisionOf(product.id))
      : missingOf(facts, row)
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
  return keepPlan(
    app,
    {
      ...{ kind: 'csv', title: `File ${name.slice(0, 100) || 'without a name'}`, asked: null },
      ...{ rows: planned, problems, notes, unchanged: groups.length - planned.length },
    },
    by,
  )
}

const productsAtATime = 200

function nothingInIt(products: number): AppError {
  const sentence =
    products === 0
      ? 'There is no product in this file.'
      : 'Nothing would change: everything in this file is like that already.'
  return new AppError('nothing_to_change', 422, sentence, {
    details: { errors: { file: sentence } },
  })
}

/** By the heading; what cannot be used is said. */
function rowsOf([heading = [], ...records]: string[][]) {
  const columns = heading.map(columnOf)
  const known = columns.filter((column) => column !== null)
  if (!known.some((column) => identifying.has(column))) {
    throw wrongFile(
      `Its first row names none of the columns id, web_address and name. The columns are ${csvColumns.join(', ')}.`,
    )
  }
  const twice = known.find((column, at) => known.indexOf(column) !== at)
  if (twice) throw wrongFile(`It has the column ${twice} twice.`)
  const problems: ChangeProblem[] = []
  const rows: CsvRow[] = []
  for (const [at, record] of records.entries()) {
    if (record.every((cell) => cell.trim() === '')) continue
    const row = at + 2
    if (record.slice(heading.length).some((cell) => cell.trim() !== '')) {
      const message = 'It has more cells than the heading.'
      problems.push({ row, column: null, name: '', message })
    }
    const cells: CsvCells = {}
    for (const [place, column] of columns.entries()) {
      if (column) cells[column] = record[place] ?? ''
    }
    rows.push({ row, cells })
  }
  const unused = heading.filter((name, at) => columns[at] === null && name.trim() !== '')
  const missing = csvColumns.filter((column) => !known.includes(column))
  const notes = [
    ...(unused.length > 0 ? [`Columns that are not used: ${unused.join(', ')}.`] : []),
    ...(missing.length > 0
      ? [`Columns that are missing, and stay as they are: ${missing.join(', ')}.`]
      : []),
  ]
  return { rows, notes, problems }
}

const identifying: ReadonlySet<CsvColumn> = new Set(['id', 'web_address', 'name'])

/** By id, else by web address; without either of a product there is, the row is of a new one. */
function grouped(
  rows: readonly CsvRow[],
  { byId }: Awaited<ReturnType<typeof catalogWithRevisions>>,
) {
  const bySlug = new Map([...byId.values()].map(({ slug, id }) => [slug, id]))
  const groups = new Map<string, Group>()
  const unknown: ChangeProblem[] = []
  for (const each of rows) {
    const { id = '', web_address: slug = '', name = '' } = each.cells
    if (id.trim() !== '' && !byId.has(id)) {
      const message = `No product has the id “${id.slice(0, 60)}”. Leave it empty for a new product.`
      unknown.push({ row: each.row, column: 'id', name, message })
      continue
    }
    const known = id.trim() !== '' ? id : (bySlug.get(slug) ?? bySlug.get(slugOf(slug)) ?? null)
    const key = known ?? `new ${slugOf(slug) || slugOf(name)}`
    const group = groups.get(key) ?? { id: known, rows: [] }
    group.rows.push(each)
    groups.set(key, group)
  }
  return { groups: [...groups.values()], unknown }
}

const withSlug = (facts: ProductFacts): ProductFacts => ({
  ...facts,
  slug: facts.slug || slugOf(facts.name),
  active: false,
})

/** What a new product cannot be without, as in its form. */
function missingOf(facts: ProductFacts, row: number) {
  const needed = [
    ['name', facts.name],
    ['web_address', facts.slug],
    ['short_description', facts.shortDescription],
    ['description', facts.description],
    ['size', facts.sizes[0]?.size ?? ''],
  ] as const
  const missing = needed.filter(([, text]) => text === '').map(([column]) => column)
  if (missing.length === 0) return null
  const message = `A new product needs ${missing.join(', ')}.`
  return { row, column: missing[0] ?? null, message }
}

/** A file that was written before somebody else's save would take that back. */
function staleProblem(rows: readonly CsvRow[], revision: number | null) {
  const stale = rows.find(({ cells }) => {
    const said = cells.revision?.trim() ?? ''
    return said !== '' && said !== `${revision}`
  })
  if (!stale) return null
  const message =
    'It was saved since this file was written. Please export it again, or leave the column revision out so that the file counts.'
  return { row: stale.row, column: 'revision', message }
}
