import { asc, eq } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { productAttributes, products } from '#app/.server/platform/db/catalog-schema.ts'
import { type CsvCells, csvColumns, csvRows } from '#app/contracts/catalog/csv/columns.ts'
import { blankFacts, readCsvProduct } from '#app/contracts/catalog/csv/read-csv-product.ts'
import { changeOf, type ProductFacts } from '#app/domain/catalog/product-facts.ts'
import { cents } from '#app/domain/money/cents.ts'
import type { Milligrams } from '#app/domain/money/grams.ts'
import { csv } from '#app/domain/text/csv.ts'
import { onBothDatabases } from '#tests/support/databases.ts'
import { emptyCatalog, insertCategories, insertProducts } from '#tests/support/products.ts'
import { refusal, sellingShop } from '#tests/support/selling-shop.ts'
import { csvRowsOf } from '../csv-rows.ts'
import { parseCsv } from '../parse-csv.ts'
import { productChangePage } from '../queries/product-changes.ts'
import { productCsv } from '../queries/product-csv.ts'
import { applyProductChange, undoProductChange } from './apply-product-change.ts'
import { planProductImport } from './plan-product-import.ts'
import { switchProduct } from './switch-product.ts'

const by = 'ann@example.com'
const bytesOf = (text: string) => new TextEncoder().encode(text)

const text = fc
  .oneof(
    fc.string({ unit: 'grapheme' }),
    fc.string({
      unit: fc.constantFrom(
        '=',
        '+',
        '-',
        '@',
        "'",
        '"',
        ',',
        ';',
        '\t',
        '\n',
        '\r',
        'a',
        '1',
        ' ',
      ),
    }),
    fc.constantFrom(
      '=cmd|calc!A1',
      "'=x",
      "''=x",
      '-12.50',
      '+1',
      '@x',
      '\t=1',
      '\r\n=1',
      '(none)',
      'a | b',
    ),
  )
  .map((each) => each.replaceAll('\0', ''))
const word = text.filter((each) => each.trim() !== '')
/** Some options that may be saved, whatever they are called. */
const anyOptions = fc
  .array(
    fc.record({
      name: fc.constantFrom('Chain length', 'Finish, inside', 'Größe (EU)'),
      choice: fc.constantFrom('18 in', 'a: b', 'Matte (+5.00)', '=1', '6½', '(-0.4 g)'),
      price: fc.integer({ min: 0, max: 1_000_000 }).map(cents),
      mg: fc.integer({ min: 0, max: 500 }).map((hundredths) => hundredths * 10),
    }),
    { maxLength: 6 },
  )
  .map((some) => {
    const names = [...new Set(some.map(({ name }) => name))]
    const included = names.map((name) => ({ name, choice: 'None', price: cents(0), mg: 0 }))
    const once = new Map(some.map((each) => [`${each.name}\n${each.choice}`, each]))
    return [...included, ...once.values()]
  })
const anyFacts: fc.Arbitrary<ProductFacts> = fc
  .record({
    ...{ name: word, slug: word, shortDescription: text, description: text },
    ...{ searchTitle: text, searchDescription: text },
    taxCode: fc.constantFrom(null, 'txcd_99999999'),
    ...{ active: fc.boolean(), featured: fc.boolean() },
    pieces: fc.option(fc.integer({ min: 0, max: 9999 })),
    engraving: fc.option(
      fc.record({
        fee: fc.integer({ min: 0, max: 1_000_000_000 }).map(cents),
        max: fc.integer({ min: 1, max: 60 }),
      }),
    ),
    options: anyOptions,
    categories: fc.array(word, { maxLength: 3 }),
    sizes: fc.uniqueArray(
      fc.record({
        size: word.map((each) => each.trim()),
        weight: fc.integer({ min: 1, max: 100_000_000 }).map((mg) => mg as Milligrams),
        fee: fc.integer({ min: 0, max: 1_000_000_000 }).map(cents),
        pieces: fc.option(fc.integer({ min: 0, max: 9999 })),
      }),
      { maxLength: 4, selector: ({ size }) => size },
    ),
  })
  // Counted as a whole, by size, or not at all.
  .map((facts) => ({
    ...facts,
    sizes: facts.sizes.map(({ pieces, ...size }) => ({
      ...size,
      ...(facts.pieces === null && pieces !== null && { pieces }),
    })),
  }))

it('what is exported and brought back as it was changes nothing, whatever it holds [CSV-01]', async () => {
  await fc.assert(
    fc.asyncProperty(anyFacts, async (facts) => {
      const exported = csv([[...csvColumns], ...csvRows({ id: 'x', revision: 3, facts })])
      const table = await parseCsv(bytesOf(`\ufeff${exported}`))
      expect(table.rows[0]).toEqual([...csvColumns])
      const { rows } = csvRowsOf(table)
      expect(rows[0]?.cells).toMatchObject({ id: 'x', revision: '3', name: facts.name })
      const read = readCsvProduct(facts, rows, asWritten)
      expect(read.problems).toEqual([])
      expect(changeOf(facts, read.facts)).toBeNull()
    }),
    { numRuns: 300 },
  )
})

it('no cell that is exported begins a formula [CSV-01]', () => {
  fc.assert(
    fc.property(anyFacts, (facts) => {
      for (const row of csvRows({ id: '=id', revision: 1, facts })) {
        for (const cell of row) {
          const written = csv([[cell]]).replace(/^"/, '')
          expect(/^[=+@\t\r]/.test(written.slice(0, -2)), written).toBe(false)
        }
      }
    }),
  )
})

it('a file is read as spreadsheets save it [CSV-02]', async () => {
  const want = [
    ['id', 'Web Address', 'fee'],
    ['5', 'a "b"', '1,5'],
  ]
  for (const delimiter of [',', ';', '\t']) {
    for (const [mark, end] of [
      ['\ufeff', '\r\n'],
      ['', '\n'],
      ['', '\r'],
    ] as const) {
      const file = want
        .map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(delimiter))
        .join(end)
      const { rows } = await parseCsv(bytesOf(mark + file))
      expect(rows, JSON.stringify([delimiter, end])).toEqual(want)
    }
  }
  const wide = Buffer.from('\ufeffid\tfee\r\n5\t750\r\n', 'utf16le')
  expect((await parseCsv(wide)).rows).toEqual([
    ['id', 'fee'],
    ['5', '750'],
  ])
})

it('a file that cannot be read is refused in words [CSV-02, CSV-09]', async () => {
  const rows = `id,fee\n${'5,750\n'.repeat(50_000)}`
  for (const [bytes, sentence] of [
    [bytesOf(' \n'), 'It is empty.'],
    [Uint8Array.of(0x69, 0x64, 0x2c, 0xe9), 'isn’t in UTF-8'],
    [Uint8Array.of(0x50, 0x4b, 3, 4, 0, 0), 'not a CSV file'],
    [bytesOf('id,name\n5,"open\n'), 'quotation mark'],
    [bytesOf(rows), 'more than 20,000 rows'],
    [bytesOf(`id,name\n5${',x'.repeat(200)}\n`), 'Row 2 has more than 200 columns'],
    [bytesOf(`id,name\n5,"${'x'.repeat(1_100_000)}"\n`), 'longer than a million characters'],
    [bytesOf(`id,name\n${','.repeat(7_000_000)}`), 'Row 2 has more than 200 columns'],
  ] as const) {
    const problem = await refusal(parseCsv(bytes).then(csvRowsOf))
    expect(problem.message).toContain(sentence)
    expect(problem.message).toContain('Nothing was changed.')
    expect(problem.status).toBe(422)
  }
})

const asWritten = (html: string) => ({ html, lost: [] })

const before: ProductFacts = {
  ...blankFacts,
  ...{ name: 'Wave', slug: 'wave', active: true, categories: ['Water'], taxCode: 'txcd_99999999' },
  sizes: [{ size: 'Small', weight: 14_700 as Milligrams, fee: cents(75_000) }],
}
const reading = (...rows: CsvCells[]) =>
  readCsvProduct(
    before,
    rows.map((cells, at) => ({ row: at + 2, cells })),
    asWritten,
  )

it('weights and fees stay where their column is missing or their cell empty [CSV-04]', () => {
  for (const cells of [
    { size: 'Small' },
    { size: 'Small', weight_g: '', fee: '' },
    { name: '' },
    {},
  ]) {
    expect(changeOf(before, reading(cells).facts)).toBeNull()
  }
  expect(reading({ size: ' small ', fee: '$1,250.50' }).facts.sizes).toEqual([
    { size: 'Small', weight: 14_700, fee: 125_050 },
  ])
  expect(reading({ categories: '(none)', tax_code: '(none)' }).facts).toMatchObject({
    categories: [],
    taxCode: null,
  })
})

it('texts for search engines stay where their cell is empty, and go where it says so [SEO-10]', () => {
  const search = { searchTitle: 'A wave', searchDescription: 'Of gold' }
  const read = (cells: CsvCells) =>
    readCsvProduct({ ...before, ...search }, [{ row: 2, cells }], asWritten)
  expect(read({ search_title: '' }).facts).toMatchObject(search)
  expect(read({ search_title: 'Gold wave' }).facts.searchTitle).toBe('Gold wave')
  expect(read({ search_description: '(none)' }).facts.searchDescription).toBe('')
  expect(read({ search_title: 'x'.repeat(121) }).problems).toMatchObject([
    { row: 2, column: 'search_title' },
  ])
})

it('pieces stay where their column is missing, and what was sold since the export stays sold [STOCK-06]', () => {
  const pieces = (cells: CsvCells, now: number | null = 2) =>
    readCsvProduct({ ...before, pieces: now }, [{ row: 2, cells }], asWritten).facts.pieces
  expect(pieces({ name: 'Wave' })).toBe(2)
  expect(pieces({ pieces_left: '', pieces_left_at_export: '3' })).toBe(2)
  expect(pieces({ pieces_left: '3', pieces_left_at_export: '3' })).toBe(2)
  expect(pieces({ pieces_left: '5', pieces_left_at_export: '3' })).toBe(4)
  expect(pieces({ pieces_left: '0', pieces_left_at_export: '3' })).toBe(0)
  expect(pieces({ pieces_left: '5' })).toBe(5)
  expect(pieces({ pieces_left: '(none)', pieces_left_at_export: '3' })).toBeNull()
  expect(pieces({ pieces_left: '1', pieces_left_at_export: '' }, null)).toBe(1)
})

it('pieces of a size stay where their column is missing, and what was sold since the export stays sold [STOCK-10]', () => {
  const read = (cells: CsvCells, now: number | null = 2, whole: number | null = null) => {
    const sizes = before.sizes.map((size) => ({ ...size, ...(now !== null && { pieces: now }) }))
    const row = { row: 2, cells: { size: 'Small', ...cells } }
    return readCsvProduct({ ...before, pieces: whole, sizes }, [row], asWritten)
  }
  const pieces = (cells: CsvCells, now?: number | null) =>
    read(cells, now).facts.sizes[0]?.pieces ?? null
  expect(pieces({ fee: '800' })).toBe(2)
  expect(pieces({ size_pieces_left: '', size_pieces_left_at_export: '3' })).toBe(2)
  expect(pieces({ size_pieces_left: '3', size_pieces_left_at_export: '3' })).toBe(2)
  expect(pieces({ size_pieces_left: '5', size_pieces_left_at_export: '3' })).toBe(4)
  expect(pieces({ size_pieces_left: '(none)' })).toBeNull()
  expect(pieces({ size_pieces_left: '1' }, null)).toBe(1)
  expect(read({ size_pieces_left: '1' }, null, 4).problems).toMatchObject([
    { row: 2, column: 'pieces_left', message: expect.stringContaining('not both') },
  ])
  expect(read({ pieces_left: '(none)', size_pieces_left: '1' }, null, 4)).toMatchObject({
    ...{ problems: [], facts: { pieces: null, sizes: [{ pieces: 1 }] } },
  })
})

it('each wrong cell is told by row and column, and changes nothing [CSV-03]', () => {
  for (const cells of [
    { size: 'Small', fee: 'seven hundred' },
    { size: 'Small', fee: '-1' },
    { size: 'Small', fee: '1.005' },
    { size: 'Small', fee: '750,50' },
    { size: 'Small', weight_g: '0' },
    { size: 'Small', weight_g: '14,7' },
    { size: 'Small', weight_g: '14.755' },
    { visible: 'maybe' },
    { name: ' \u200b ' },
    { name: 'x'.repeat(201) },
    { web_address: '!!!' },
    { tax_code: 'none' },
    { categories: 'x'.repeat(81) },
    { pieces_left: 'many' },
    { pieces_left: '-1' },
    { pieces_left: '10000' },
    { size: 'Small', size_pieces_left: '1.5' },
    { fee: '5' },
    { size_pieces_left: '5' },
    { size: 'Huge', fee: '5' },
  ] satisfies CsvCells[]) {
    const { facts, problems } = reading(cells)
    expect(problems, JSON.stringify(cells)).toHaveLength(1)
    expect(problems[0]).toMatchObject({ row: 2, column: expect.any(String) })
    expect(changeOf(before, facts)).toBeNull()
  }
  const { problems } = reading({ name: 'One' }, { name: 'Wave' }, { name: 'Two' })
  expect(problems).toEqual([
    {
      row: 4,
      column: 'name',
      message: 'Row 2 says “One” and this one says “Two” for the same product.',
    },
  ])
})

onBothDatabases('products in a file', (open) => {
  it('with counted pieces are changed and reverted around what is sold in the meantime [STOCK-06]', async () => {
    const { db, shop, plan, exported } = await shopOfTwo()
    const set = (columns: object) =>
      db.orm.update(products).set(columns).where(eq(products.id, 'b'))
    const stored = async () =>
      (await db.orm.select().from(products).where(eq(products.id, 'b')))[0] ?? null
    const cells = 'id,pieces_left,pieces_left_at_export\r\nb,'
    const counted = await plan(`${cells}3,`)
    const [line] = (await productChangePage(shop, counted, 1))?.pieces[0]?.lines ?? []
    expect(line).toEqual({ what: 'In stock', before: 'Made to order', after: '3' })
    await applyProductChange(shop, { id: counted, by })
    expect(await stored()).toMatchObject({ pieces: 3, piecesCounted: 3 })
    expect(await exported()).toMatch(/b,2,piece-b,.*,3,3,/)
    const more = await plan(`${cells}5,3`)
    // One is sold, and one is in a checkout.
    await set({ pieces: 2, piecesReserved: 1 })
    await applyProductChange(shop, { id: more, by })
    expect(await stored()).toMatchObject({ pieces: 4, piecesReserved: 1 })
    await undoProductChange(shop, { id: more, by })
    expect(await stored()).toMatchObject({ pieces: 2, piecesReserved: 1 })
    const none = await plan(`${cells}0,2`)
    const problem = await refusal(applyProductChange(shop, { id: none, by }))
    expect(problem).toMatchObject({ code: 'pieces_reserved', status: 409 })
    expect(problem.message).toContain('Piece b: 1 is in a checkout right now.')
    expect(await stored()).toMatchObject({ pieces: 2, piecesReserved: 1 })
  })

  it('with sizes that are counted are changed and reverted around what is sold in the meantime [STOCK-10]', async () => {
    const { db, shop, plan, exported } = await shopOfTwo()
    const stored = async () => {
      const rows = await db.orm
        .select()
        .from(productAttributes)
        .where(eq(productAttributes.productId, 'b'))
        .orderBy(asc(productAttributes.position))
      return rows.map(({ pieces, piecesCounted }) => [pieces, piecesCounted])
    }
    const heading = 'id,size,weight_g,fee,size_pieces_left,size_pieces_left_at_export\r\n'
    const counted = await plan(`${heading}b,Small,,,2,\r\nb,Extra,5,10,1,`)
    const lines = (await productChangePage(shop, counted, 1))?.pieces[0]?.lines ?? []
    expect(lines).toContainEqual({
      ...{ what: 'Small, in stock', before: 'Made to order', after: '2' },
    })
    await applyProductChange(shop, { id: counted, by })
    expect((await stored()).filter(([pieces]) => pieces !== null)).toEqual([
      [2, 2],
      [1, 1],
    ])
    expect(await exported()).toMatch(/b,2,piece-b,.*,Small,.*,2,2\r\n/)
    const more = await plan(`${heading}b,Small,,,4,2`)
    await db.orm.update(productAttributes).set({ pieces: 1 }).where(eq(productAttributes.pieces, 2))
    await applyProductChange(shop, { id: more, by })
    expect((await stored())[0]).toEqual([3, 3])
    await undoProductChange(shop, { id: more, by })
    expect((await stored())[0]).toEqual([1, 1])
    const whole = await plan(`id,pieces_left\r\nb,7`).catch(() => null)
    expect((await productChangePage(shop, whole ?? '', 1))?.change.problemCount).toBe(1)
  })

  async function shopOfTwo() {
    const db = await open()
    await emptyCatalog(db)
    await insertCategories(db, [{ id: 'w', name: 'Water', slug: 'water' }])
    await insertProducts(db, [
      {
        id: 'a',
        name: '=Wave, "big"',
        description: '<p>A\nB</p>',
        shortDescription: '@home',
        categoryIds: ['w'],
        attributes: [
          {
            name: 'Gold Size: Small',
            option: 'Weight: 14.7g, Fee: $750, Stripe Link: https://buy.stripe.com/a',
          },
          { name: 'Gold Size: Large', option: 'Weight: 28.9g, Fee: $1250' },
          { name: 'Height', option: '10 mm' },
        ],
      },
      { id: 'b', attributes: [{ name: 'Gold Size: Small', option: 'Weight: 1g, Fee: $1' }] },
    ])
    const { shop } = await sellingShop(db)
    const plan = (file: string) =>
      planProductImport(shop, { bytes: bytesOf(file), name: 'p.csv', by })
    const exported = () => productCsv(shop, { q: '' })
    const options = async () =>
      (
        await db.orm
          .select({ option: productAttributes.option })
          .from(productAttributes)
          .orderBy(asc(productAttributes.productId), asc(productAttributes.position))
      ).map(({ option }) => option)
    return { db, shop, plan, exported, options }
  }

  it('go out, come in with three cells changed as one change, and are taken back [CSV-01, CSV-03, CSV-04]', async () => {
    const { db, shop, plan, exported, options } = await shopOfTwo()
    const file = await exported()
    expect(file).toContain(`"'=Wave, ""big"""`)
    expect((await refusal(plan(file))).code).toBe('nothing_to_change')
    const stored = await options()

    const changed = file
      .replace('1250.00', '1300')
      .replace('Piece b', 'Drop')
      .replace('Water', 'Rings | Water')
    const id = await plan(changed)
    const page = await productChangePage(shop, id, 1)
    expect(page?.change).toMatchObject({ pieces: 2, problemCount: 0, title: 'File p.csv' })
    expect(page?.pieces.flatMap(({ lines }) => lines.map(({ what }) => what)).sort()).toEqual([
      ...['Categories', 'Large, flat fee', 'Large, price', 'Name'],
    ])
    await applyProductChange(shop, { id, by })
    expect(await options()).toEqual(stored.map((option) => option.replace('$1250', '$1300')))
    const [b] = await db.orm.select().from(products).where(eq(products.id, 'b'))
    expect(b).toMatchObject({ name: 'Drop', revision: 2 })
    await undoProductChange(shop, { id, by })
    expect(await options()).toEqual(stored)
    expect(await exported()).toBe(file.replaceAll(',1,', ',3,').replace('3,1.00', '1,1.00'))
  })

  it('say of new products that they are hidden, and of counted sizes that they are counted [CSV-12]', async () => {
    const { shop, plan } = await shopOfTwo()
    const heading =
      'name,visible,short_description,description,size,weight_g,fee,size_pieces_left\r\n'
    const page = async (file: string) => productChangePage(shop, await plan(file), 1)
    const shown = await page(`${heading}Tide,yes,A tide,A,Small,10,100,3`)
    expect(shown?.change.notes.join(' ')).toMatch(/Row 2, visible: “yes” was ignored/)
    const pieces = { what: 'In stock', before: '—', after: 'Counted by size' }
    expect(shown?.pieces[0]?.lines).toContainEqual(pieces)
    const hidden = await page(`${heading}Tide,no,A tide,A,Small,10,100,`)
    expect(hidden?.change.notes.join(' ')).not.toContain('visible:')
    expect(hidden?.pieces[0]?.lines).toContainEqual({ ...pieces, after: 'Made to order' })
  })

  it('make new products, hidden, and unmake them [CSV-05]', async () => {
    const { db, shop, plan } = await shopOfTwo()
    const heading =
      'name;web_address;visible;short_description;description;size;weight_g;fee;color\n'
    const file = `${heading}Tide;;yes;A tide;<p>A</p><script>x</script>;Small;10;100;red\nTide;;;;;Large;20;200;\n`
    const id = await plan(file)
    const page = await productChangePage(shop, id, 1)
    expect(page?.change.notes.join(' ')).toContain('Ignored columns: color.')
    expect(page?.added).toBe(1)
    expect(page?.pieces).toMatchObject([{ name: 'Tide', isNew: true }])
    // In the words of the product's form.
    const address = { what: 'Web address', before: '—', after: 'tide' }
    expect(page?.pieces[0]?.lines).toContainEqual(address)
    await applyProductChange(shop, { id, by })
    const made = await db.orm.select().from(products).where(eq(products.slug, 'tide'))
    expect(made).toMatchObject([{ active: false, description: '<p>A</p>', price: '1400.00' }])
    await undoProductChange(shop, { id, by })
    expect(await db.orm.$count(products)).toBe(2)
    const wrong = await plan(`${heading}Tide;;;;;Small;10;100;\nTide;piece-b;;;;;;;\n`)
    const problems = (await productChangePage(shop, wrong, 1))?.change.problems
    expect(problems).toMatchObject([
      { row: 2, message: 'A new product needs short_description, description.' },
    ])
  })

  it('of a refused cell say nothing else, and of a heavy piece how heavy it is [CSV-11]', async () => {
    const { shop, plan } = await shopOfTwo()
    const heading = 'name;web_address;visible;short_description;description;size;weight_g;fee\n'
    for (const cells of ['Small;ten;100', 'Small;10;750,-', '44562.5;10;100']) {
      const refused = await plan(`${heading}Wave;;;A wave;<p>A</p>;${cells};\n`)
      const said = (await productChangePage(shop, refused, 1))?.change.problems ?? []
      expect(said).toHaveLength(1)
      expect(said[0]?.message).not.toContain('A new product needs')
    }
    const heavy = await plan(`${heading}Bar;;;A bar;<p>A</p>;Large;1000.01;100;\n`)
    expect((await productChangePage(shop, heavy, 1))?.change.notes.join(' ')).toContain(
      'Row 2, weight_g: “Large” weighs 1000.01 g, more than a kilogram. Please check it.',
    )
  })

  it('are not changed by a file older than a save of somebody else, nor by ids there are not [CSV-03]', async () => {
    const { shop, plan, exported } = await shopOfTwo()
    const file = (await exported()).replace('Piece b', 'Drop')
    await switchProduct(shop, { id: 'b', what: 'featured', to: true, by: 'bob@example.com' })
    const id = await plan(`${file}nobody,1,x,x,yes,no,,,,,,,\r\n`)
    const page = await productChangePage(shop, id, 1)
    expect(page?.change.problems).toMatchObject([
      { row: 4, column: 'revision' },
      { row: 5, column: 'id' },
    ])
    expect((await refusal(applyProductChange(shop, { id, by }))).code).toBe('change_has_problems')
    expect((await refusal(plan('fee,size\n1,Small\n'))).message).toContain('none of the columns')
    expect((await refusal(plan('id,id\n1,1\n'))).message).toContain('The column id appears twice.')
  })
})
