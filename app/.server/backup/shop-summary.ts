import { sql } from 'drizzle-orm'
import { type Orm, rows } from '../platform/db/database.ts'
import {
  type BackupContents,
  BackupError,
  type BackupHeader,
  type TakeLines,
  valuesOf,
} from './backup-file.ts'

/** What its owner knows a shop by. */
export type ShopSummary = {
  orders: number
  latestOrder: { number: string; at: string } | null
  products: number
  admins: AdminInBackup[]
}

/** `role` is null in a shop of a version without roles. */
type AdminInBackup = { email: string; role: string | null }

/** Beyond what a file written by the shop can have: these are kept in memory while it is read. */
const [maxOrders, maxAdmins] = [2_000_000, 10_000]

const tooMany = (what: string) =>
  new BackupError('refused', `The backup has more ${what} than a shop of this program can`)

/** Gathers a shop's summary from the rows of its backup while they are read. */
export function summaryCollector(): {
  take: TakeLines
  summary(of: BackupContents): ShopSummary
  hasOrder(id: string): boolean
} {
  let latestOrder: ShopSummary['latestOrder'] = null
  const admins: AdminInBackup[] = []
  const orders = new Set<string>()
  const take: TakeLines = (table, lines, header) => {
    if (table === 'orders') {
      const columns = ['id', 'number', 'created_at']
      for (const [id = '', number = '', at = ''] of columnsOf(header, table, lines, columns)) {
        orders.add(id)
        if (orders.size > maxOrders) throw tooMany('orders')
        // As texts: they are all in UTC, the year first.
        if (!latestOrder || at > latestOrder.at) latestOrder = { number, at }
      }
    }
    if (table === 'admins') {
      for (const [email = '', role] of columnsOf(header, table, lines, ['email', 'role']))
        admins.push({ email, role: role || null })
      if (admins.length > maxAdmins) throw tooMany('admins')
    }
  }
  return {
    take,
    hasOrder: (id) => orders.has(id),
    summary: ({ tables }) => ({
      orders: tables.get('orders')?.rows ?? 0,
      latestOrder,
      products: tables.get('products')?.rows ?? 0,
      admins: admins.sort((a, b) => (a.email < b.email ? -1 : 1)),
    }),
  }
}

function columnsOf(
  { tables }: BackupHeader,
  table: string,
  lines: readonly string[],
  columns: readonly string[],
): string[][] {
  const names = tables.find(({ name }) => name === table)?.columns ?? []
  const indexes = columns.map((column) => names.indexOf(column))
  return lines.map((line) => {
    const values = valuesOf(line)
    return indexes.map((index) => values[index] ?? '')
  })
}

/** The same of a database, and how many of its orders a backup does not have. */
export async function summaryOf(
  orm: Orm,
  hasOrder: (id: string) => boolean,
): Promise<ShopSummary & { notInBackup: number }> {
  const [found] = await rows<Omit<ShopSummary, 'orders'>>(
    orm,
    sql`select (select json_build_object('number', number, 'at', created_at::text)
        from orders order by created_at desc limit 1) as "latestOrder",
      (select count(*) from products) as products,
      (select coalesce(json_agg(json_build_object('email', email, 'role', to_jsonb(admins) ->> 'role')
          order by email), '[]') from admins) as admins`,
  )
  if (!found) throw new RangeError('the database answered nothing')
  const orders = await rows<{ id: string }>(orm, sql`select id from orders`)
  const notInBackup = orders.filter(({ id }) => !hasOrder(id)).length
  return { ...found, orders: orders.length, notInBackup }
}
