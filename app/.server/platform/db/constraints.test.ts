import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { onBothDatabases } from '#tests/support/databases.ts'
import { type Database, rows, sqlState } from './database.ts'

/** Values as SQL text; whatever a row does not say comes from the row that is right. */
type Row = Record<string, string>

const product: Row = { id: `'x'`, name: `'Ring'`, slug: `'ring'`, price: '10' }
const image: Row = { product_id: `'5'`, src: `'/a.svg'`, '"order"': '9' }
const attribute: Row = { product_id: `'5'`, name: `'Alloy'`, option: `''`, position: '99' }
const category: Row = { name: `'Rings'`, slug: `'rings'` }
const goldPrice: Row = {
  id: `'current'`,
  price: '2886.32',
  price_per_gram: '92.77',
  change: '-1',
  change_percent: '-0.1',
  source: `'gold-api'`,
  taken_at: 'now()',
  last_updated: 'now()',
}
const { id: _, last_updated: __, ...accepted } = goldPrice
const history: Row = { ...accepted, status: `'accepted'`, recorded_at: 'now()' }
const admin: Row = {
  role: `'owner'`,
  id: `'a'`,
  email: `'a@example.com'`,
  mfa_code: `'encrypted'`,
  password_hash: `'scrypt$1'`,
}
const order: Row = {
  id: `'o1'`,
  number: `'FN-7K3M-Q9XZ'`,
  token: `'0123456789abcdef'`,
  state: `'pending'`,
  quote_id: `'q1'`,
  total_cents: '211372',
  currency: `'usd'`,
  gold_price_per_ounce: '2886.32',
  gold_price_per_gram: '92.77',
  gold_source: `'gold-api'`,
  gold_taken_at: 'now()',
  payment_provider: `'test'`,
  livemode: 'false',
  created_at: `timestamptz '2026-01-01 10:00Z'`,
  updated_at: `timestamptz '2026-01-01 10:00Z'`,
  expires_at: `timestamptz '2026-01-01 10:30Z'`,
}
const line: Row = {
  order_id: `'o'`,
  position: '0',
  product_id: `'5'`,
  name: `'Ring'`,
  size: `'Small'`,
  weight_mg: '14700',
  price_per_gram: '92.77',
  metal_value_cents: '136372',
  fee_cents: '75000',
  unit_price_cents: '211372',
  quantity: '2',
  line_total_cents: '422744',
}
const step: Row = {
  order_id: `'o'`,
  from_state: `'pending'`,
  to_state: `'paid'`,
  at: 'now()',
  actor: `'system'`,
  by: `'test'`,
  why: `'paid'`,
}
const event: Row = {
  id: `'e1'`,
  provider: `'test'`,
  livemode: 'false',
  type: `'paid'`,
  outcome: `'applied'`,
  payload: `'{}'`,
  received_at: 'now()',
}
const paracord: Row = { id: `'current'`, colors: `'[]'`, updated_at: 'now()' }
const shipping: Row = {
  id: `'current'`,
  processing_time: `''`,
  shipping_time: `''`,
  shipping_cost: `''`,
  updated_at: 'now()',
}

const methods: Row = { id: `'current'`, updated_at: 'now()' }
const abroad: Row = { shipping_method: `'international'`, shipping_country: `'DE'` }
const pickup: Row = {
  order_id: `'o'`,
  nonce: `'0123456789012345678901'`,
  ready_at: 'now()',
  ready_by: `'ann'`,
}

const salesTax: Row = {
  id: `'current'`,
  enabled: 'true',
  states: `'["WA"]'`,
  tax_code: `'txcd_99999999'`,
  updated_at: 'now()',
}
const tax: Row = {
  order_id: `'o'`,
  line: '0',
  position: '0',
  state: `'WA'`,
  level: `'state'`,
  name: `'Washington'`,
  rate: '6.5',
  taxable_cents: '100',
  tax_cents: '7',
}

const right: Record<string, Row> = {
  products: product,
  product_images: image,
  product_attributes: attribute,
  product_categories: category,
  product_category_mappings: { product_id: `'5'`, category_id: `'only'` },
  gold_prices: goldPrice,
  gold_price_history: history,
  paracord_options: paracord,
  shipping_settings: shipping,
  shipping_methods: methods,
  pickups: pickup,
  sales_tax_settings: salesTax,
  payment_settings: { id: `'current'`, bank_discount: '1000', updated_at: 'now()' },
  admins: admin,
  alerts: { at: 'now()', kind: `'gold-price-set'` },
  orders: order,
  order_lines: line,
  order_history: step,
  payment_events: event,
}

const [missing, unknown, twice, nonsense] = ['23502', '23503', '23505', '23514']

/** Table, what is wrong with the row, how PostgreSQL names it. */
const wrong: [table: string, row: Row, state: string | undefined][] = [
  ['products', { name: `' '` }, nonsense],
  ['products', { name: 'null' }, missing],
  ['products', { id: `''` }, nonsense],
  ['products', { id: `repeat('x', 65)` }, nonsense],
  ['products', { id: `'5'` }, twice],
  ['products', { slug: `(select slug from products where id = '5')` }, twice],
  ['products', { slug: `''` }, nonsense],
  ['products', { price: '-0.01' }, nonsense],
  ['products', { price: 'null' }, missing],
  ['products', { dimensions: `'[]'` }, nonsense],
  ['product_images', { '"order"': '10' }, nonsense],
  ['product_images', { '"order"': '-1' }, nonsense],
  ['product_images', { '"order"': '0' }, twice],
  ['product_images', { product_id: `'none'` }, unknown],
  ['product_images', { src: `''` }, nonsense],
  ['product_images', { src: `'javascript:alert(1)'` }, nonsense],
  ['product_images', { src: `'data:image/png;base64,AA'` }, nonsense],
  ['product_images', { src: `'http://example.com/a.png'` }, nonsense],
  ['product_images', { src: `'//example.com/a.png'` }, nonsense],
  ['product_attributes', { name: `''` }, nonsense],
  ['product_attributes', { position: '-1' }, nonsense],
  ['product_attributes', { position: '0' }, twice],
  ['product_attributes', { size_key: `''` }, nonsense],
  ['product_attributes', { size_key: `'SMALL'` }, twice],
  ['product_attributes', { product_id: `'none'` }, unknown],
  ['product_categories', { name: `'  '` }, nonsense],
  ['product_categories', { name: `' ONLY '` }, twice],
  ['product_categories', { slug: `'only'` }, twice],
  ['product_category_mappings', { product_id: `'none'` }, unknown],
  ['product_category_mappings', { category_id: `'none'` }, unknown],
  ['gold_prices', { id: `'other'` }, nonsense],
  ['gold_prices', { price: '0' }, nonsense],
  ['gold_prices', { price: '-5' }, nonsense],
  ['gold_prices', { price_per_gram: '0' }, nonsense],
  ['gold_prices', { bid: '0' }, nonsense],
  ['gold_prices', { ask: '-1' }, nonsense],
  ['gold_prices', { low: '0' }, nonsense],
  ['gold_prices', { high: '0' }, nonsense],
  ['gold_prices', { source: `''` }, nonsense],
  ['gold_prices', { taken_at: 'null' }, missing],
  ['gold_price_history', { status: `'perhaps'` }, nonsense],
  ['gold_price_history', { price: '0' }, nonsense],
  ['gold_price_history', { recorded_at: 'null' }, missing],
  ['paracord_options', { id: `'second'` }, nonsense],
  ['paracord_options', { colors: `'"red"'` }, nonsense],
  ['shipping_settings', { id: `'second'` }, nonsense],
  ['shipping_methods', { id: `'second'` }, nonsense],
  ['shipping_methods', { express_cents: '-1' }, nonsense],
  ['shipping_methods', { international_cents: '1000001' }, nonsense],
  ['shipping_methods', { express_days: '61' }, nonsense],
  ['shipping_methods', { countries: `'"DE"'` }, nonsense],
  ['shipping_methods', { customs_text: `repeat('x', 301)` }, nonsense],
  ['pickups', { order_id: `'nobody'` }, unknown],
  ['pickups', { nonce: `'123456'` }, nonsense],
  ['pickups', { ready_by: `' '` }, nonsense],
  ['pickups', { wrong_codes: '1' }, nonsense],
  ['orders', { shipping_method: `'drone'` }, nonsense],
  ['orders', { ...abroad, shipping_country: `'US'` }, nonsense],
  ['orders', { ...abroad, shipping_method: `'express'` }, nonsense],
  ['orders', { ...abroad, shipping_country: `'Germany'` }, nonsense],
  ['orders', { shipping_cents: '100' }, nonsense],
  ['orders', { shipping_method: `'pickup'`, shipping_cents: '100' }, nonsense],
  ['orders', { ...abroad, shipping_cents: '-1' }, nonsense],
  ['order_taxes', { ...tax, line: 'null', order_id: `'nobody'` }, unknown],
  ['order_taxes', { ...tax, line: 'null', tax_cents: '-1' }, nonsense],
  ['sales_tax_settings', { id: `'second'` }, nonsense],
  ['sales_tax_settings', { states: `'[]'` }, nonsense],
  ['sales_tax_settings', { tax_code: `'gold'` }, nonsense],
  ['products', { tax_code: `'txcd_1'` }, nonsense],
  ['order_taxes', tax, unknown],
  ['order_taxes', { ...tax, tax_cents: '-1' }, nonsense],
  ['order_taxes', { ...tax, rate: '-0.1' }, nonsense],
  ['order_taxes', { ...tax, name: `' '` }, nonsense],
  ['payment_settings', { id: `'second'` }, nonsense],
  ['payment_settings', { bank_discount: '-1' }, nonsense],
  ['payment_settings', { bank_discount: '1001' }, nonsense],
  ['admins', { email: `'nobody'` }, nonsense],
  ['admins', { email: `'ROOT@example.com'` }, twice],
  ['admins', { password_hash: `''` }, nonsense],
  ['admins', { role: `'queen'` }, nonsense],
  ['admins', { role: 'null' }, missing],
  ['alerts', { kind: `'Two words'` }, nonsense],
  ['alerts', { admin_id: `'nobody'` }, unknown],
  ['orders', { state: `'lost'` }, nonsense],
  ['orders', { currency: `'eur'` }, nonsense],
  ['orders', { total_cents: '-1' }, nonsense],
  ['orders', { gold_price_per_gram: '0' }, nonsense],
  ['orders', { expires_at: `timestamptz '2026-01-01 10:00Z'` }, nonsense],
  ['orders', { updated_at: `timestamptz '2026-01-01 09:59Z'` }, nonsense],
  ['orders', { state: `'paid'` }, nonsense],
  ['orders', { state: `'fulfilled'` }, nonsense],
  ['orders', { state: `'refunded'` }, nonsense],
  ['orders', { quote_id: `'q'` }, twice],
  ['orders', { number: `'FN-0'` }, twice],
  ['orders', { token: `'0000000000000000'` }, twice],
  ['orders', { token: `'short'` }, nonsense],
  ['orders', { payment_provider: `'cash'` }, nonsense],
  ['orders', { pay_by: `'cash'` }, nonsense],
  ['orders', { pay_by: `'wire'`, discount_cents: '-1' }, nonsense],
  // Taken off for paying by bank alone.
  ['orders', { discount_cents: '1' }, nonsense],
  ['order_lines', { discount_cents: '422745' }, nonsense],
  // A test payment charges no card.
  ['orders', { livemode: 'true' }, nonsense],
  ['payment_events', { livemode: 'true' }, nonsense],
  ['order_lines', { quantity: '0', line_total_cents: '0' }, nonsense],
  ['order_lines', { quantity: '100', line_total_cents: '21137200' }, nonsense],
  ['order_lines', { unit_price_cents: '211371' }, nonsense],
  ['order_lines', { line_total_cents: '422743' }, nonsense],
  ['order_lines', { weight_mg: '0' }, nonsense],
  ['order_lines', { fee_cents: '-1', unit_price_cents: '136371' }, nonsense],
  ['order_lines', { order_id: `'none'` }, unknown],
  ['order_history', { to_state: `'lost'` }, nonsense],
  ['order_history', { order_id: `'none'` }, unknown],
  ['order_history', { why: `''` }, nonsense],
  ['order_history', { actor: `'nobody'` }, nonsense],
  ['orders', { revision: '0' }, nonsense],
  ['payment_events', { id: `'e'` }, twice],
  ['payment_events', { order_id: `'none'` }, unknown],
  ['payment_events', { amount_cents: '-1' }, nonsense],
  ['payment_events', { payload: 'null' }, missing],
]

/** Each trial is undone, so that all may share one database. */
async function insert(db: Database, table: string, row: Row): Promise<string | null> {
  const columns = Object.keys(row)
  const undo = new Error('undo')
  return db.orm
    .transaction(async (tx) => {
      await tx.execute(
        sql.raw(
          `insert into ${table} (${columns.join(', ')}) values (${Object.values(row).join(', ')})`,
        ),
      )
      throw undo
    })
    .catch((error: unknown) => (error === undo ? null : (sqlState(error) ?? String(error))))
}

onBothDatabases('the database', (open) => {
  const setUp = async () => {
    const db = await open()
    await db.orm.execute(sql`delete from shipping_settings`)
    await db.orm.execute(sql`delete from shipping_methods`)
    await db.orm.execute(sql`delete from paracord_options`)
    const others: [string, Row][] = [
      ['product_categories', { id: `'only'`, name: `'Only'`, slug: `'only'` }],
      ['admins', { ...admin, id: `'root'`, email: `'root@example.com'` }],
      [
        'orders',
        { ...order, id: `'o'`, number: `'FN-0'`, token: `'0000000000000000'`, quote_id: `'q'` },
      ],
      ['payment_events', { ...event, id: `'e'` }],
      ['product_attributes', { ...attribute, position: '98', size_key: `'Small'` }],
    ]
    for (const [table, row] of others) {
      await db.orm.execute(
        sql.raw(
          `insert into ${table} (${Object.keys(row).join(', ')}) values (${Object.values(row).join(', ')})`,
        ),
      )
    }
    return db
  }

  it('takes a right row in every table', async () => {
    const db = await setUp()
    for (const [table, row] of Object.entries(right)) {
      expect([table, await insert(db, table, row)]).toEqual([table, null])
    }
    const paid = { ...order, state: `'paid'`, paid_at: 'now()' }
    expect(await insert(db, 'orders', paid)).toBeNull()
    const sent = { ...paid, ...abroad, shipping_cents: '9500' }
    const names = { id: `'o2'`, number: `'FN-2'`, token: `'0000000000000002'`, quote_id: `'q2'` }
    expect(await insert(db, 'orders', { ...sent, ...names })).toBeNull()
  })

  it('refuses nonsense, no matter what writes it', async () => {
    const db = await setUp()
    for (const [table, changes, state] of wrong) {
      const answer = await insert(db, table, { ...right[table], ...changes })
      expect([table, changes, answer]).toEqual([table, changes, state])
    }
  })

  it('takes a product away with all that hangs on it, and an order never', async () => {
    const db = await setUp()
    const { orm } = db
    await orm.execute(
      sql.raw(`insert into order_lines values ('o', 0, '5', 'Ring', 'Small',
      14700, 92.77, 136372, 75000, 211372, 1, 211372)`),
    )
    await orm.execute(sql`delete from products where id = '5'`)
    const left = await rows<{ n: number }>(
      orm,
      sql`select (select count(*) from product_images where product_id = '5')
               + (select count(*) from product_attributes where product_id = '5')
               + (select count(*) from product_category_mappings where product_id = '5') as n`,
    )
    expect(left).toEqual([{ n: 0 }])
    const deleting = orm.execute(sql`delete from orders where id = 'o'`)
    await expect(deleting.catch((error) => sqlState(error))).resolves.toBe(unknown)
  })
})
