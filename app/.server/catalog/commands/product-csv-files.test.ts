import { readdirSync, readFileSync } from 'node:fs'
import { asc, eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { productAttributes, products } from '#app/.server/platform/db/catalog-schema.ts'
import { onBothDatabases } from '#tests/support/databases.ts'
import { emptyCatalog, insertProducts } from '#tests/support/products.ts'
import { refusal, sellingShop } from '#tests/support/selling-shop.ts'
import { productChangePage } from '../queries/product-changes.ts'
import { productCsv } from '../queries/product-csv.ts'
import { applyProductChange } from './apply-product-change.ts'
import { planProductImport } from './plan-product-import.ts'

/** Files as spreadsheets, word processors and people saved them. */
const folder = 'tests/support/csv'
const by = 'ann@example.com'
const bytesOf = (text: string) => new TextEncoder().encode(text)

/** The new product that a file makes: its name, size, weight and fee, where the last two are not 14.7 and 750. */
const made: Record<string, readonly [name: string, fee?: string, size?: string]> = {
  'accounting.csv': ['Acc'],
  'blankquote.csv': ['Inch 5"'],
  'bom_semi_comma.csv': ['Semi A', '750.50'],
  'bom_semi_dot.csv': ['Semi B', '750.50'],
  'de_thousand.csv': ['German', '1234.50'],
  'dollars.csv': ['Dollars', '1234.50'],
  'emoji.csv': ['🦊 Fox דוב 狐'],
  'hdr_case.csv': ['Hdr'],
  'html_word.csv': ['Html'],
  'nbsp_fr.csv': ['Nbsp', '1234.50'],
  'old_mac.csv': ['Old Mac'],
  'sep_line.csv': ['Sep Piece'],
  'smart.csv': ['“Smart” ‘quotes’ — dash…', '750', '½ oz'],
  'swiss.csv': ['Swiss', '1234.50'],
  'title_row.csv': ['Title row'],
  'trailing.csv': ['Trail'],
  'true_upper.csv': ['True'],
  'utf16le_tab.csv': ['Tab Café'],
  'weight_g.csv': ['G unit'],
}

/** What the plan says is wrong, by row and column. */
const wrong: Record<string, readonly [column: string, why: string]> = {
  'de_dot_thousand.csv': ['fee', '“1.234”: It could mean 1234 or 1.234.'],
  'excel_date_size.csv': ['size', '“2-Jan”: A spreadsheet seems to have turned this into a date.'],
  'fine_weight.csv': ['weight_g', '“14.755”: Enter the weight to the nearest 0.01 g'],
  'formula.csv': ['name', 'This is a formula.'],
  'formula_err.csv': ['name', '“#NAME?”: This is a formula error from the spreadsheet'],
  'negative.csv': ['fee', '“(750.00)”: It’s below 0.'],
  'null_word.csv': ['name', '“null”: Some programs write this for a blank cell.'],
  'sci.csv': ['weight_g', '“1.47E+01”: The spreadsheet shortened this number.'],
  'weight_oz.csv': ['weight_g', '“0.5 oz”: It’s in ounces.'],
  'zero.csv': ['weight_g', '“0”: The weight must be above 0 g.'],
}

const refused: Record<string, string> = {
  'cp1252_quotes.csv':
    'It isn’t in UTF-8: row 2, name, “Maker�s”. Save the file as CSV in UTF-8. In Excel, choose File, Save As, “CSV UTF-8 (Comma delimited).” In Numbers, choose File, Export To, CSV, Advanced Options, Text Encoding “Unicode (UTF-8).”',
  'latin1.csv': 'It isn’t in UTF-8: row 2, name, “Caf� Perl�”.',
  'html_xls.csv': 'This is a web page (HTML or XML), not a CSV file.',
  'xlsx.csv': 'This is an Excel workbook, not a CSV file. In your spreadsheet app, save it as CSV.',
}

const size = (label: string, weight: string, fee: string) => ({
  name: `Gold Size: ${label}`,
  option: `Weight: ${weight}g, Fee: $${fee}`,
})

onBothDatabases('a file of a spreadsheet', (open) => {
  async function shopWith(...list: Parameters<typeof insertProducts>[1]) {
    const db = await open()
    await emptyCatalog(db)
    await insertProducts(db, list)
    const { shop } = await sellingShop(db)
    const plan = async (bytes: Uint8Array) => {
      const id = await planProductImport(shop, { bytes, name: 'p.csv', by })
      return { id, page: await productChangePage(shop, id, 1) }
    }
    const options = () =>
      db.orm
        .select({ name: productAttributes.name, option: productAttributes.option })
        .from(productAttributes)
        .orderBy(asc(productAttributes.position))
    return { db, shop, plan, options }
  }

  it('is read right, or refused for the true reason by row and column [CSV-06, CSV-07]', async () => {
    const { db, shop, plan } = await shopWith()
    for (const name of readdirSync(folder)) {
      const bytes = readFileSync(`${folder}/${name}`)
      const [why, problem, product] = [refused[name], wrong[name], made[name]]
      if (why !== undefined) expect((await refusal(plan(bytes))).message, name).toContain(why)
      if (problem) {
        const [first] = (await plan(bytes)).page?.change.problems ?? []
        expect(first, name).toMatchObject({
          row: name === 'title_row.csv' ? 3 : 2,
          column: problem[0],
        })
        expect(first?.message, name).toContain(problem[1])
      }
      if (!product) continue
      const [called, fee = '750', label = 'Small'] = product
      const { id, page } = await plan(bytes)
      expect(page?.change.problems, name).toEqual([])
      await applyProductChange(shop, { id, by })
      const [stored] = await db.orm.select().from(products).where(eq(products.name, called))
      expect(stored?.description, name).not.toMatch(/script|mso|o:p/i)
      const sizes = await db.orm
        .select({ name: productAttributes.name, option: productAttributes.option })
        .from(productAttributes)
        .where(eq(productAttributes.productId, stored?.id ?? ''))
      const [only] = sizes
      expect(only?.name, name).toBe(`Gold Size: ${label}`)
      expect(only?.option, name).toMatch(new RegExp(`Weight: 14.7g, Fee: \\$${fee}\\b`))
    }
    const seen = new Set([...Object.keys(made), ...Object.keys(wrong), ...Object.keys(refused)])
    const rest = readdirSync(folder).filter((name) => !seen.has(name))
    expect(rest).toEqual(['excel_roundtrip_sizes.csv'])
  })

  it('says what a description could not keep, by row [CLEAN-12]', async () => {
    const { shop, plan } = await shopWith()
    const { id, page } = await plan(readFileSync(`${folder}/html_word.csv`))
    expect(page?.change.notes).toEqual(
      expect.arrayContaining([
        'Row 2, description: Word formatting was removed.',
        'Row 2, description: A form, script, or drawing was removed.',
      ]),
    )
    await applyProductChange(shop, { id, by })
    const [stored] = await shop.db.orm.select().from(products)
    const row = (description: string) =>
      `web_address,name,description\n${stored?.slug},New,${description}\n`
    const film = '<iframe src=https://www.youtube.com/embed/dQw4w9WgXcQ title=Film></iframe>'
    const played = await plan(bytesOf(row(film)))
    expect(played.page?.change.notes).toContain(
      'Row 2, description: A video, recording, or frame became a link.',
    )
    await applyProductChange(shop, { id: played.id, by })
    const [linked] = await shop.db.orm.select().from(products)
    expect(linked?.description).toContain(
      'youtube.com/watch?v=dQw4w9WgXcQ" rel="noopener">Film</a>',
    )
    // As it is stored already, nothing is lost.
    const again = await plan(bytesOf(row(film).replace('New', 'Newer')))
    expect(again.page?.change.notes.join()).not.toContain('description:')
  })

  it('whose sizes became dates changes the sizes there are, and says so [CSV-06]', async () => {
    const id = '4f7a7a8f-92ed-4aed-b5cd-c9fb49de0917'
    const { plan, options, shop } = await shopWith({
      ...{ id, slug: 'half', name: 'Half', shortDescription: 'Short', description: '<p>x</p>' },
      ...{ active: false, attributes: [size('1/2', '7.4', '500'), size('3/4', '11', '600')] },
    })
    const file = readFileSync(`${folder}/excel_roundtrip_sizes.csv`, 'utf8')
    expect((await refusal(plan(bytesOf(file)))).code).toBe('nothing_to_change')
    const changed = await plan(bytesOf(file.replace('7.4,500.00', '7.4,510')))
    expect(changed.page?.change.notes).toContain(
      'Row 2, size: “2-Jan” was read as “1/2”, because a spreadsheet changed it.',
    )
    await applyProductChange(shop, { id: changed.id, by })
    expect((await options()).map(({ name }) => name)).toEqual(['Gold Size: 1/2', 'Gold Size: 3/4'])
    for (const made of ['02. Jan', '2. Jän', '1/2/2026', '02.01.2026', '2026-01-02', '46024']) {
      const again = await plan(bytesOf(`id,size,fee\n${id},${made},520\n`))
      expect(again.page?.change.problems, made).toEqual([])
      expect(
        again.page?.pieces[0]?.lines.map(({ what }) => what),
        made,
      ).toContain('1/2, flat fee')
    }
    for (const made of ['5-Jun', '1.23E+11', 'Mar-31']) {
      const never = await plan(bytesOf(`id,size,weight_g,fee\n${id},${made},1,1\n`))
      expect(never.page?.change.problems, made).toMatchObject([{ row: 2, column: 'size' }])
    }
    const meant = await plan(bytesOf(`id,size,weight_g,fee\n${id},'5/6,1,1\n`))
    expect(meant.page?.change.problems).toEqual([])
  })

  it('with two sizes that became one date is refused, and lost zeros are found [CSV-06]', async () => {
    const { plan } = await shopWith(
      { id: '007', slug: '1-2', attributes: [size('1/2', '1', '1'), size('2/1', '2', '2')] },
      { id: '123456789012', slug: 'long', attributes: [size('A', '1', '1')] },
    )
    const two = await plan(bytesOf('id,size,fee\n7,2-Jan,5\n'))
    expect(two.page?.change.problems[0]?.message).toContain('may have been “1/2” or “2/1.”')
    for (const row of ['7,,A,9', ',2-Jan,A,9', '1.23E+11,,A,9']) {
      const { page } = await plan(bytesOf(`id,web_address,size,fee\n${row}\n,,,\n`))
      expect(page?.change.notes.join(' '), row).toContain('because a spreadsheet changed it.')
    }
    const unknown = await plan(bytesOf('id,web_address,name\n,5-Jun,New\n9.99E+14,,x\n'))
    expect(unknown.page?.change.problems).toMatchObject([
      { row: 2, column: 'web_address' },
      { row: 3, column: 'id' },
    ])
  })

  it('that was exported keeps its sizes through a spreadsheet [CSV-08]', async () => {
    const { shop, plan } = await shopWith({
      ...{ id: '007', slug: '1-2', name: '=1', shortDescription: 'x', description: '<p>x</p>' },
      attributes: [size('1/2', '7.4', '500'), size('07', '11', '600')],
    })
    const file = await productCsv(shop, { q: '' })
    expect(file).toContain("'007,1,'1-2,'=1,")
    expect(file).toContain(",'1/2,7.4,500.00,,\r\n")
    expect(file).toContain(",'07,11,600.00,,\r\n")
    expect((await refusal(plan(bytesOf(file)))).code).toBe('nothing_to_change')
  })

  it('with columns in another unit or currency is refused by their name [CSV-07]', async () => {
    const { plan } = await shopWith()
    for (const [heading, why] of [
      ['Weight (oz)', 'The column “Weight (oz)” is in ounces. Weights are in grams.'],
      ['Fee (€)', 'The column “Fee (€)” is in another currency.'],
    ]) {
      const problem = await refusal(plan(bytesOf(`name,${heading}\nA,1\n`)))
      expect(problem.message).toContain(why)
    }
  })
})
