import { is, sql } from 'drizzle-orm'
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core'
import { expect, it } from 'vitest'
import { onBothDatabases } from '#tests/support/databases.ts'
import { orderAddresses } from './address-schema.ts'
import { auditLog, chainLinks } from './audit-log-schema.ts'
import * as authSchema from './auth-schema.ts'
import { backupRuns } from './backup-schema.ts'
import * as bookkeepingSchema from './bookkeeping-schema.ts'
import { cartReminderSettings, cartReminders } from './cart-reminder-schema.ts'
import * as catalogSchema from './catalog-schema.ts'
import * as certificateSchema from './certificate-schema.ts'
import { customerNotes, customers } from './customers-schema.ts'
import { type Database, rows } from './database.ts'
import { delayNotices } from './delay-schema.ts'
import { discountCodes } from './discount-schema.ts'
import * as draftOrderSchema from './draft-order-schema.ts'
import { findOrderLinks } from './find-order-schema.ts'
import * as parcelSchema from './fulfillment-schema.ts'
import * as goldPriceSchema from './gold-price-schema.ts'
import * as labelSchema from './label-schema.ts'
import { jobLeases } from './lease.ts'
import { ledgerEntries, paymentNotes, receipts, recordChecks, refunds } from './ledger-schema.ts'
import { media } from './media-schema.ts'
import * as messageSchema from './message-schema.ts'
import * as metalSchema from './metal-schema.ts'
import { newsletterSettings, newsletterSubscribers } from './newsletter-schema.ts'
import { orderEdits, orderEngravings } from './order-edit-schema.ts'
import { priceAlerts } from './price-alert-schema.ts'
import * as productChangeSchema from './product-change-schema.ts'
import { browserReports, visitCounts } from './report-schema.ts'
import * as returnSchema from './return-schema.ts'
import * as riskSchema from './risk-schema.ts'
import * as schema from './schema.ts'
import { seeds } from './seed.ts'
import * as settingsSchema from './settings-schema.ts'
import { savedSettings } from './settings-schema.ts'
import * as signingSchema from './signing-schema.ts'
import { stockClaims } from './stock-schema.ts'
import * as taxSchema from './tax-schema.ts'
import * as textSchema from './texts-schema.ts'
import * as tradeInSchema from './trade-in-schema.ts'
import * as weighingSchema from './weighing-schema.ts'

/** `text not null` by table and column. */
type Columns = Record<string, Record<string, string>>

function ofSchema(): Columns {
  const tables = Object.values({
    ...schema,
    ...catalogSchema,
    auditLog,
    ...goldPriceSchema,
    ...bookkeepingSchema,
    ...riskSchema,
    orderAddresses,
    orderEngravings,
    discountCodes,
    ...authSchema,
    ...settingsSchema,
    ...taxSchema,
    ...certificateSchema,
    ...labelSchema,
    ...messageSchema,
    ...metalSchema,
    ...parcelSchema,
    ...productChangeSchema,
    ...returnSchema,
    ...signingSchema,
    ...draftOrderSchema,
    ...textSchema,
    ...tradeInSchema,
    ...weighingSchema,
    backupRuns,
    cartReminders,
    cartReminderSettings,
    delayNotices,
    browserReports,
    chainLinks,
    findOrderLinks,
    customerNotes,
    customers,
    media,
    jobLeases,
    ledgerEntries,
    newsletterSettings,
    newsletterSubscribers,
    orderEdits,
    paymentNotes,
    priceAlerts,
    receipts,
    recordChecks,
    refunds,
    savedSettings,
    seeds,
    stockClaims,
    visitCounts,
  }).filter((each) => is(each, PgTable))
  return Object.fromEntries(
    tables.map(getTableConfig).map(({ name, columns }) => [
      name,
      Object.fromEntries(
        columns.map((column) => {
          const type = column.getSQLType().replace(', ', ',').replace('serial', 'int')
          return [column.name, typeText(type, column.notNull)]
        }),
      ),
    ]),
  )
}

const typeText = (type: string, notNull: boolean) => type + (notNull ? ' not null' : '')

/** Without columns that the database makes of others and no query names. */
async function ofDatabase({ orm }: Database): Promise<Columns> {
  const found = await rows<{
    table: string
    column: string
    type: string
    not_null: boolean
    made: boolean
  }>(
    orm,
    sql`select c.relname as table, a.attname as column, a.attnotnull as not_null,
               a.attgenerated <> '' as made,
               format_type(a.atttypid, a.atttypmod) as type
        from pg_attribute a join pg_class c on c.oid = a.attrelid
        where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
          and a.attnum > 0 and not a.attisdropped`,
  )
  const known = ofSchema()
  const tables: Columns = {}
  for (const { table, column, type, not_null, made } of found) {
    if (made && !known[table]?.[column]) continue
    tables[table] = { ...tables[table], [column]: typeText(type, not_null) }
  }
  return tables
}

/** Read and written by plain SQL alone: revisions.ts, rate-limits.ts, readiness.ts and migrate.ts. */
const withoutSchema = [
  'page_revisions',
  'rate_limits',
  'readiness_checks',
  'schema_migrations',
  'web_processes',
]

onBothDatabases('the tables that the migrations make', (open) => {
  it('are those of the schema: columns, types, and what may be null [OPS-03]', async () => {
    const made = await ofDatabase(await open())
    const unknown = Object.keys(made).filter((table) => !(table in ofSchema()))
    expect(unknown.sort()).toEqual(withoutSchema)
    for (const table of withoutSchema) delete made[table]
    expect(made).toEqual(ofSchema())
  })

  it('differ by a column that was added, changed or may be null [OPS-03]', async () => {
    for (const change of [
      'alter table seeds add note text',
      'alter table seeds alter name type varchar(20)',
      'alter table seeds alter applied_at drop not null',
    ]) {
      const db = await open()
      await db.orm.execute(sql.raw(change))
      expect((await ofDatabase(db)).seeds, change).not.toEqual(ofSchema().seeds)
    }
  })
})
