import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { pino } from 'pino'
import { expect, it } from 'vitest'
import { rows } from '#app/.server/platform/db/database.ts'
import { migrate } from '#app/.server/platform/db/migrate.ts'
import { openPostgres } from '#app/.server/platform/db/postgres.ts'
import { categoryKey, searchTerm, visibleText } from '#app/domain/catalog/search.ts'
import { foldText } from '#app/domain/text/fold.ts'
import { emptyPostgresUrl, onBothDatabases, onPostgres } from '#tests/support/databases.ts'
import { emptyCatalog, insertCategories, insertProducts } from '#tests/support/products.ts'
import { testShop } from '#tests/support/shop.ts'
import { collectionPage } from './catalog.ts'

/** Pieces from which texts are put together: what HTML and searching stumble over. */
const piece = fc.constantFrom(
  ...['gold', 'GOLD', 'Wave', 'wa', 've', ' ', '  ', '\n', '\u00a0', '%', '_', '\\', "'", '"'],
  ...['<b>', '</b>', '<p>', '</p>', '<br/>', '<a href="x>y">', "<i title='>'>", '<', '>', '< a'],
  ...['<!-- wave -->', '<!--', '-->', '<bdo>', '<ba>', '<B CLASS="q">', '</EM >', '<!DOCTYPE x>'],
  ...['&amp;', '&lt;', '&gt;', '&amp;lt;', '&nbsp;', '&#39;', '&quot;', '&eacute;', '&', ';'],
  ...['É', 'é', 'ß', 'ẞ', 'İ', 'ı', 'Σ', 'ς', 'Ж', 'ж', 'Ǆ', '金', '💍', '½', 'e\u0301'],
)
const text = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''))
/** What folding changes, in any order. */
const written = fc.string({
  unit: fc.constantFrom(
    ...['’', '`', '´', '″', '—', '−', '⁄', '½', '×', '…', '\u00a0', '\u3000', '\u200b', '\u00ad'],
    ...['é', 'É', 'e', '\u0301', '\u0323', 'ß', 'ẞ', 'İ', 'ı', 'Ł', 'Æ', 'Σ', 'ς', 'Й', 'Ґ'],
    ...['Ａ', '７', 'ｶ', 'ﾞ', 'ﬁ', '²', '𝐀', '한', 'ש', '\u05c1', 'ا', '\u064b', ' ', 'a', 'Z', '-'],
  ),
})
const name = text.map((made) => (/\S/.test(made) ? made : 'Piece'))
const typed = fc.oneof(
  { weight: 4, arbitrary: fc.array(piece, { maxLength: 3 }).map((pieces) => pieces.join('')) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 4 }) },
)
const category = fc.constantFrom('', 'Water', ' water ', 'WATER', 'land', 'nothing', '%', 'wat\0er')
const product = fc.record({
  name,
  shortDescription: text,
  description: text,
  active: fc.boolean(),
  categoryIds: fc.subarray(['w', 'l']),
})

onBothDatabases('searching', (open) => {
  it('finds the same in the database as in memory [LIST-06, LIST-08]', async () => {
    const db = await open()
    await fc.assert(
      fc.asyncProperty(
        fc.array(product, { maxLength: 24 }),
        fc.array(fc.tuple(typed, category), { minLength: 1, maxLength: 12 }),
        async (products, questions) => {
          await db.orm.execute(sql`delete from products`)
          // A category goes with its last product.
          await db.orm.execute(sql`delete from product_categories`)
          await insertCategories(db, [
            { id: 'w', name: 'The Water', slug: 'Water' },
            { id: 'l', name: 'The Land', slug: 'lAND' },
          ])
          await insertProducts(
            db,
            products.map((made, at) => ({ id: `p${at}`, ...made })),
          )
          const app = testShop({ db })
          for (const [q, category] of questions) {
            const inMemory = await collectionPage(app, { q, category, page: 1 })
            const inDatabase = await rows<{ id: string }>(
              db.orm,
              sql`select id from products where active
                  and strpos(search_text, ${searchTerm(q)}) > ${searchTerm(q) === '' ? -1 : 0}
                  and (${categoryKey(category)} = '' or exists (
                    select from product_category_mappings m
                    join product_categories c on c.id = m.category_id
                    where m.product_id = products.id
                      and folded(single_spaced(c.slug)) = ${categoryKey(category)}))
                  order by created_at desc, id collate "C"`,
            )
            expect(inMemory.products.map(({ id }) => id)).toEqual(inDatabase.map(({ id }) => id))
            expect(inMemory.total).toBe(inDatabase.length)
            const used = await rows<{ name: string }>(
              db.orm,
              sql`select distinct c.name from product_categories c
                  join product_category_mappings m on m.category_id = c.id
                  join products p on p.id = m.product_id where p.active order by c.name`,
            )
            expect(inMemory.categories.map(({ name }) => name)).toEqual(
              used.map(({ name }) => name),
            )
          }
        },
      ),
      { numRuns: 40 },
    )
  })

  it('sees the same text in HTML as memory does, and folds each letter alike [LIST-06]', async () => {
    const { orm } = await open()
    const seen = async (texts: string[]) => {
      const read = await rows<{ seen: string }>(
        orm,
        sql`select visible_text(html) as seen
            from json_array_elements_text(${JSON.stringify(texts)}::json)
            with ordinality as t (html, at) order by at`,
      )
      return read.map((row) => row.seen)
    }
    await fc.assert(
      fc.asyncProperty(fc.array(text, { minLength: 50, maxLength: 50 }), async (texts) => {
        expect(await seen(texts)).toEqual(texts.map(visibleText))
      }),
      { numRuns: 20 },
    )
    const entities =
      '&nbsp; &#160; &lt; &gt; &quot; &apos; &#39; &#x27; &ndash; &mdash; &lsquo; &rsquo; &#8217; &ldquo; &rdquo; &hellip; &times; &deg; &frac12; &amp; &eacute; &amp;lt;'
    const tags =
      'a abbr b bdi bdo br cite code div em h1 hr i img kbd li mark ol p q s small span strong sub sup table td u ul wbr'
    const each = [
      ...entities.split(' ').map((entity) => `x${entity}y`),
      ...tags
        .split(' ')
        .flatMap((tag) => [`x<${tag}>y</${tag}>z`, `x<${tag.toUpperCase()} a='"'/>y`]),
    ]
    expect(await seen(each)).toEqual(each.map(visibleText))
  })

  it('folds each character and any text as memory does [FOLD-01]', async () => {
    const { orm } = await open()
    const folded = async (texts: readonly string[]) => {
      const read = await rows<{ folded: string }>(
        orm,
        sql`select search_folded(text) as folded
            from json_array_elements_text(${JSON.stringify(texts)}::json)
            with ordinality as t (text, at) order by at`,
      )
      return read.map((row) => row.folded)
    }
    // What Unicode added of late is taken apart by newer programs alone.
    const every = Array.from({ length: 0x1_0000 }, (_, code) => String.fromCodePoint(code)).filter(
      (each) => /[^\0\p{Cn}\p{Cs}\ua7f1-\ua7f4]/u.test(each),
    )
    const inMemory = every.map((each) => foldText(`a${each}b`))
    const inDatabase = await folded(every.map((each) => `a${each}b`))
    const differing = every.filter((_, at) => inMemory[at] !== inDatabase[at])
    expect(differing).toEqual([])
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.oneof(text, written), { minLength: 50, maxLength: 50 }),
        async (texts) => {
          expect(await folded(texts)).toEqual(texts.map(foldText))
        },
      ),
      { numRuns: 20 },
    )
  })

  it('finds by name, description and short description, whatever the case [LIST-06]', async () => {
    const db = await open()
    await emptyCatalog(db)
    await insertProducts(db, [
      { id: 'name', name: 'Salish WAVE' },
      { id: 'short', shortDescription: 'A wave in gold' },
      { id: 'long', description: '<p>Cast like a <em>Wa</em>ve, 100% gold &amp; by hand</p>' },
      { id: 'tag', description: '<p class="wave">Nothing<br>else</p>' },
      { id: 'accents', name: 'Étoile dorée', description: 'snake_case \\ back' },
    ])
    const app = testShop({ db })
    const found = async (q: string) =>
      (await collectionPage(app, { q, category: '', page: 1 })).products.map(({ id }) => id).sort()
    expect(await found('wave')).toEqual(['long', 'name', 'short'])
    expect(await found('  WaVe ')).toEqual(['long', 'name', 'short'])
    expect(await found('nothing else')).toEqual(['tag'])
    expect(await found('nothingelse')).toEqual([])
    expect(await found('gold & by')).toEqual(['long'])
    expect(await found('étoile DORÉE')).toEqual(['accents'])
    expect(await found('Etoile doree')).toEqual(['accents'])
    expect(await found('100%')).toEqual(['long'])
    expect(await found('%')).toEqual(['long'])
    expect(await found('_')).toEqual(['accents'])
    expect(await found('\\')).toEqual(['accents'])
    expect(await found('class=')).toEqual([])
    expect(await found('wave\0')).toEqual(['long', 'name', 'short'])
    expect(await found("' or true --")).toEqual([])
    expect(await found('x'.repeat(100_000))).toEqual([])
  })

  it('finds by what was changed since [LIST-06]', async () => {
    const db = await open()
    await db.orm.execute(sql`update products set name = 'Renamed entirely' where id = '9'`)
    const page = await collectionPage(testShop({ db }), { q: 'renamed', category: '', page: 1 })
    expect(page.products.map(({ id }) => id)).toEqual(['9'])
  })
})

onPostgres('searching in a database with Turkish rules, where I is not the capital of i,', () => {
  it('folds as everywhere else [LIST-06]', async () => {
    const url = await emptyPostgresUrl(`locale_provider icu icu_locale 'tr-TR' locale 'C'`)
    const db = await openPostgres(url, pino({ level: 'silent' }))
    try {
      await migrate(db)
      await insertProducts(db, [
        { id: 'a', name: 'LIMIT', description: '<I>Thin</I>g' },
        { id: 'B', name: 'İstanbul' },
      ])
      const app = testShop({ db })
      const found = async (q: string) =>
        (await collectionPage(app, { q, category: '', page: 1 })).products.map(({ id }) => id)
      expect(await found('limit')).toEqual(['a'])
      expect(await found('THING')).toEqual(['a'])
      expect(await found('istanbul')).toEqual(['B'])
      expect(await found('İSTANBUL')).toEqual(['B'])
    } finally {
      await db.close()
    }
  })
})
