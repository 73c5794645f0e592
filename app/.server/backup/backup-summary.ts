import { sql } from 'drizzle-orm'
import { type Orm, rows } from '../platform/db/database.ts'
import type { BackupContents, BackupHeader, TakeLines } from './backup-file.ts'

/** What its owner knows a shop by. */
export type ShopSummary = {
  orders: number
  latestOrder: { number: string; at: string } | null
  products: number
  /** Their e-mail addresses. */
  admins: string[]
}

/** Gathers from the rows of a backup, while they are read, what its owner knows the shop by. */
export function summarizing(): {
  take: TakeLines
  summary(of: BackupContents): ShopSummary
  hasOrder(id: string): boolean
} {
  let latestOrder: ShopSummary['latestOrder'] = null
  const admins: string[] = []
  const orders = new Set<string>()
  const take: TakeLines = (table, lines, header) => {
    if (table === 'orders') {
      const columns = ['id', 'number', 'created_at']
      for (const [id = '', number = '', at = ''] of picked(header, table, lines, columns)) {
        orders.add(id)
        // As texts: they are all in UTC, the year first.
        if (!latestOrder || at > latestOrder.at) latestOrder = { number, at }
      }
    }
    if (table === 'admins') {
      for (const [email = ''] of picked(header, table, lines, ['email'])) admins.push(email)
    }
  }
  return {
    take,
    hasOrder: (id) => orders.has(id),
    summary: ({ tables }) => ({
      orders: tables.get('orders')?.rows ?? 0,
      latestOrder,
      products: tables.get('products')?.rows ?? 0,
      admins: admins.sort(),
    }),
  }
}

function picked(
  { tables }: BackupHeader,
  table: string,
  lines: readonly string[],
  columns: readonly string[],
): string[][] {
  const names = tables.find(({ name }) => name === table)?.columns ?? []
  const places = columns.map((column) => names.indexOf(column))
  return lines.map((line) => {
    const values = JSON.parse(line) as (string | null)[]
    return places.map((place) => values[place] ?? '')
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
      (select coalesce(json_agg(email order by email), '[]') from admins) as admins`,
  )
  if (!found) throw new RangeError('the database answered nothing')
  const orders = await rows<{ id: string }>(orm, sql`select id from orders`)
  const notInBackup = orders.filter(({ id }) => !hasOrder(id)).length
  return { ...found, orders: orders.length, notInBackup }
}

/** `12 orders (the latest is FN-7K3M-Q9XZ, 2026-11-21 19:40), 8 products, 1 admin` */
export function summarized({ orders, latestOrder, products, admins }: ShopSummary): string {
  const latest = latestOrder
    ? ` (the latest is ${latestOrder.number}, ${moment(latestOrder.at)})`
    : ''
  return `${counted(orders, 'order')}${latest}, ${counted(products, 'product')}, ${counted(admins.length, 'admin')}`
}

/** To the minute; times of backups are always in UTC. */
export const moment = (at: string) => `${at.slice(0, 16).replace('T', ' ')} UTC`

export const counted = (count: number, what: string) => `${count} ${what}${count === 1 ? '' : 's'}`
