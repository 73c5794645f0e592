import type { Database } from '#app/.server/platform/db/database.ts'

export const size = {
  products: 10_000,
  /** Uploaded ones; each product has one. */
  pictures: 10_000,
  orders: 100_000,
  prices: 17_520,
  auditEvents: 100_000,
} as const

/**
 * Fills a migrated database as after some good years: products with pictures, sizes and categories,
 * orders with lines, history, payment events, ledger and emails, a year of gold prices every half
 * hour, and a long audit log. Made by the database itself, since a statement a row would take
 * minutes. `onStep` is told after each statement: one takes a minute on a slow machine.
 */
export async function fillShop(
  db: Database,
  onStep: (done: number, all: number) => void,
): Promise<void> {
  const statements = [...catalog(size.products), ...orders, ...log]
  await db.alone(async ({ script }) => {
    for (const [index, statement] of statements.entries()) {
      await script(statement)
      onStep(index + 1, statements.length)
    }
  })
}

/** So many products more, `p1`, `p2` and so on, and nothing else; every seventh is not on sale. */
export async function fillCatalog(db: Database, products: number): Promise<void> {
  await db.alone(async ({ script }) => {
    for (const statement of [...catalog(products), 'vacuum analyze']) await script(statement)
  })
}

const words = `(array['Wave','Raven','Cedar','Salmon','Moon','Otter','Heron','River','Stone','Star'])`

const catalog = (products: number) => [
  `insert into product_categories (id, name, slug)
   select 'c' || n, 'Category ' || n, 'category-' || n from generate_series(0, 19) n`,
  `insert into products (id, name, slug, price, description, short_description, active, featured, created_at, updated_at)
   select 'p' || n, ${words}[1 + n % 10] || ' ' || ${words}[1 + n / 10 % 10] || ' pendant no. ' || n,
     'pendant-' || n, 1000 + n, repeat('<p>Pure gold, cast and finished by hand in Seattle.</p>', 6),
     '<p>A pendant in pure gold.</p>', n % 7 <> 0, n % 500 = 0,
     timestamptz '2026-01-01' - n * interval '1 hour', timestamptz '2026-01-01'
   from generate_series(1, ${products}) n`,
  `insert into product_images (product_id, src, "order")
   select 'p' || n, case i when 0 then '/media/' || left(md5('picture ' || n), 16)
       || '-00000000-1600x1200-50x50.jpg' else '/pendants/salish-wave.jpg?' || i end, i
   from generate_series(1, ${products}) n, generate_series(0, 3) i`,
  `insert into product_attributes (product_id, name, option, position)
   select 'p' || n, 'Gold Size: Size ' || a, 'Weight: ' || (10 + a) || 'g, Fee: $' || (500 + a), a
   from generate_series(1, ${products}) n, generate_series(0, 3) a`,
  `insert into product_category_mappings (product_id, category_id, position)
   select 'p' || n, 'c' || (n + i * 7) % 20, i
   from generate_series(1, ${products}) n, generate_series(0, 1) i`,
]

// One every twenty minutes, the latest just now. They are still to be paid or to be sent, some older ones
// are late, a few of all are held or disputed.
const stateOf = `case when n > ${size.orders} - 5 then 'pending'
  when n > ${size.orders} - 400 or n % 5000 = 7 then 'paid'
  when n % 20 = 0 then 'expired' when n % 20 = 1 then 'cancelled' when n % 50 = 2 then 'refunded'
  else 'fulfilled' end`

const orders = [
  // As while a backup is read: receipts and customers are made below, links of chains are left out.
  `set shop.restoring = 'on'`,
  `insert into orders (id, number, token, state, step, quote_id, total_cents, currency, email,
     shipping_address, gold_price_per_ounce, gold_price_per_gram, gold_source, gold_taken_at,
     payment_provider, payment_session, payment_reference, hold_reason, dispute, dispute_occurred_at,
     tracking, created_at, updated_at, paid_at, ship_by, expires_at, livemode)
   select 'o' || n, 'FN-' || upper(left(md5(n::text), 4)) || '-' || upper(lpad(to_hex(n), 5, '0')),
     md5('token ' || n), state,
     case state when 'paid' then (array['paid', 'making', 'ready'])[1 + n % 3]
       when 'fulfilled' then (array['sent', 'delivered'])[1 + n % 2] when 'refunded' then 'sent' end,
     md5('quote ' || n), 266100 * (1 + n % 3), 'usd',
     'buyer' || n || '@example.com',
     json_build_object('name', ${words}[1 + n % 10] || ' Buyer ' || n, 'line1', n || ' Example Street',
       'line2', '', 'city', 'Seattle', 'state', 'WA', 'postalCode', '98101', 'country', 'US'),
     4043.455, 130, 'gold-api', at - interval '5 minutes', 'test', md5('session ' || n),
     'pay_' || md5('pay ' || n), case when n % 2857 = 0 then 'A second payment of $1.00 USD arrived.' end,
     case when n % 4000 = 3 then 'open' end, case when n % 4000 = 3 then at + interval '1 hour' end,
     case when state = 'fulfilled' then 'USPS 9400 1000 ' || n end, at, at, paid_at,
     (paid_at at time zone 'America/Los_Angeles')::date + 7, at + interval '35 minutes', false
   from generate_series(1, ${size.orders}) n,
     lateral (select ${stateOf} as state, now() - (${size.orders} - n) * interval '20 minutes' as at) o,
     lateral (select case when state in ('paid', 'fulfilled', 'refunded')
       then at + interval '1 minute' end as paid_at) p`,
  `insert into order_lines (order_id, position, product_id, name, size, weight_mg, price_per_gram,
     metal_value_cents, fee_cents, unit_price_cents, quantity, line_total_cents)
   select 'o' || n, i, 'p' || (1 + (n + i) % ${size.products}), 'Pendant no. ' || (n + i) % ${size.products},
     'Small', 14700, 130, 191100, 75000, 266100, 1, 266100
   from generate_series(1, ${size.orders}) n, lateral generate_series(0, n % 3) i`,
  `insert into order_history (order_id, from_state, to_state, at, actor, by, why)
   select id, null, 'pending', created_at, 'shopper', 'shopper', 'Checkout was started.' from orders`,
  `insert into order_history (order_id, from_state, to_state, at, actor, by, why)
   select id, 'pending', state, created_at, 'payment provider', 'payment provider (test)', 'Paid.' from orders
   where state <> 'pending'`,
  `insert into payment_events (id, provider, livemode, type, order_id, amount_cents, currency, outcome, payload, received_at)
   select 'evt_' || id, 'test', false, 'paid', id, total_cents, currency, 'applied', '{}', paid_at from orders
   where paid_at is not null`,
  `insert into ledger_entries (key, order_id, kind, at, provider, livemode, reference, by, why,
     receivable, sales, payments, recorded_at)
   select kind || ':' || id, id, kind, paid_at, 'test', false, payment_reference, 'the shop', 'Paid.',
     case kind when 'sale' then total_cents else -total_cents end,
     case kind when 'sale' then -total_cents else 0 end,
     case kind when 'sale' then 0 else total_cents end, paid_at
   from orders, unnest(array['payment', 'sale']) kind where paid_at is not null`,
  `insert into mail_outbox (order_id, kind, state, recipient, subject, text, html, attempts,
     next_attempt_at, created_at)
   select id, 'order-paid-buyer', case when id like '%0009' then 'failed' else 'kept' end, email, 'Order',
     'Thank you.', '<p>Thank you.</p>', 1, paid_at, paid_at from orders where paid_at is not null`,
  `insert into receipts (order_id, livemode, number)
   select id, livemode, row_number() over (order by paid_at) from orders where paid_at is not null`,
  `insert into customers (email, livemode, name, orders, first_paid_at, last_paid_at)
   select email, livemode, shipping_address ->> 'name', 1, paid_at, paid_at
   from orders where paid_at is not null`,
]

const pictures = `insert into media (id, name, alt, master_width, master_height, version, width, height,
    bytes, upload_key, created_at, created_by)
  select left(md5('picture ' || n), 16), 'IMG_' || n || '.jpg', ${words}[1 + n % 10] || ' in gold', 4000,
    3000, '00000000', 1600, 1200, 2000000, 'upload ' || n, now() - n * interval '1 hour', 'ann@example.com'
  from generate_series(1, ${size.pictures}) n`

const log = [
  pictures,
  `insert into gold_price_history (price, price_per_gram, change, change_percent, source, status,
     taken_at, recorded_at)
   select 4043.455 + n % 100, 130 + n % 3, 1, 0.1, 'gold-api', 'accepted', at, at
   from generate_series(1, ${size.prices}) n,
     lateral (select now() - n * interval '30 minutes' as at) t`,
  `insert into audit_log (at, actor_type, actor_id, action, target_type, target_id, facts)
   select now() - n * interval '10 minutes', 'admin', 'ann@example.com', 'product.updated',
     'product', n::text, json_build_object('name', 'Pendant no. ' || n)
   from generate_series(1, ${size.auditEvents}) n`,
  'reset shop.restoring',
  // The nightly look at all records is not what is measured.
  `insert into record_checks (started_at, finished_at, orders, findings, provider_asked, heads)
   values (now(), now(), ${size.orders}, '[]', null, '{}')`,
  // As the server eventually does automatically.
  'vacuum analyze',
]
