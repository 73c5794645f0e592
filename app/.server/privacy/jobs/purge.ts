import { sql } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { clearOldAddresses } from '#app/.server/audit-log/commands/clear-old-addresses.ts'
import { type Orm, rows } from '#app/.server/platform/db/database.ts'

/** In days; the privacy policy names the same (content/legal/privacy-policy.md, purge.test.ts). */
export const keptDays = {
  notCompleted: 30,
  emailCopies: 730,
  invitations: 90,
  labels: 90,
  messages: 730,
  priceAlerts: 90,
  visits: 730,
} as const

/**
 * What the privacy policy says is deleted automatically [PRIVACY-03]: addresses of the network
 * after 90 days, who began a payment and never paid after 30, and the words of emails after two
 * years; and invitations that ended, with their emails, after 90 [INVITE-10], the files of labels
 * [LABEL-08], and messages two years after the last message or reply [MESSAGE-06]. Counts of
 * visits, which name nobody, go after two years as well [VISIT-04]. One process at a time.
 */
export async function purge(app: AppContext): Promise<unknown> {
  if (app.db.engine === 'none') return 'no database'
  const ran = await app.db.withLease('purge', async () => {
    const { orm } = app.db
    const purged = {
      addresses: (await clearOldAddresses(orm)) + (await clearAlerts(orm, before(app, 90))),
      payers: await clearPayers(orm, before(app, keptDays.notCompleted)),
      mails: await clearEmails(orm, before(app, keptDays.emailCopies)),
      invitations: await deleteInvitations(orm, before(app, keptDays.invitations)),
      labels: await deleteLabelFiles(orm, before(app, keptDays.labels)),
      messages: await deleteMessages(orm, before(app, keptDays.messages)),
      priceAlerts: await deletePriceAlerts(orm, before(app, 0), before(app, keptDays.priceAlerts)),
      visits: await deleteVisits(orm, before(app, keptDays.visits)),
    }
    if (Object.values(purged).some((count) => count > 0)) app.log.info(purged, 'purged')
    return purged
  })
  return ran ?? 'busy'
}

const before = (app: AppContext, days: number) =>
  sql`${new Date(app.now().getTime() - days * 86_400_000).toISOString()}::timestamptz`

/** Of payments that were declined, canceled or ran out, and never became an order that was paid. */
async function clearPayers(orm: Orm, date: ReturnType<typeof before>): Promise<number> {
  const cleared = await rows(
    orm,
    sql`update payment_events set email = null, shipping_address = null, payload = '{}', personal_salt = null
      where personal_salt is not null and received_at < ${date} and (order_id in (
        select id from orders where state in ('expired', 'cancelled') and hold_reason is null
          and paid_at is null)
        and not exists (select from payment_events paid
          where paid.order_id = payment_events.order_id
            and paid.type in ('paid', 'transferred'))
        or order_id is null and email is not null and type not in ('paid', 'transferred')
        and not exists (select from payment_events paid
          where paid.reference = payment_events.reference
            and paid.type in ('paid', 'transferred')))
      returning id`,
  )
  // By bank a buyer is known before the money came; a gift note may name people.
  const buyers = await rows(
    orm,
    sql`update orders set email = null, shipping_address = null, billing_address = null, gift_note = null
      where state in ('expired', 'cancelled') and hold_reason is null and paid_at is null
        and updated_at < ${date} and (email is not null or shipping_address is not null or billing_address is not null
          or gift_note is not null)
        and not exists (select from ledger_entries where order_id = orders.id)
      returning id`,
  )
  const corrected = await rows(
    orm,
    sql`update order_addresses set email = null, shipping_address = null, billing_address = null
      from orders where orders.id = order_id
        and (order_addresses.email is not null or order_addresses.shipping_address is not null
          or order_addresses.billing_address is not null)
        and state in ('expired', 'cancelled') and hold_reason is null and paid_at is null
        and updated_at < ${date} and not exists (select from ledger_entries where ledger_entries.order_id = orders.id)
      returning order_addresses.id`,
  )
  const engraved = await rows(
    orm,
    sql`update order_lines set engraving = null
      from orders where orders.id = order_id and engraving is not null
        and state in ('expired', 'cancelled') and hold_reason is null and paid_at is null
        and updated_at < ${date} and not exists (select from ledger_entries where ledger_entries.order_id = orders.id)
      returning position`,
  )
  const engravings = await rows(
    orm,
    sql`update order_engravings set before = null, after = null
      from orders where orders.id = order_id and before is not null
        and state in ('expired', 'cancelled') and hold_reason is null and paid_at is null
        and updated_at < ${date} and not exists (select from ledger_entries where ledger_entries.order_id = orders.id)
      returning order_engravings.id`,
  )
  const forgotten = [cleared, buyers, corrected, engraved, engravings]
  return forgotten.reduce((sum, each) => sum + each.length, 0)
}

/** Where an alert of the admin area came from. */
async function clearAlerts(orm: Orm, date: ReturnType<typeof before>): Promise<number> {
  const cleared = await rows(
    orm,
    sql`update alerts set address = null, browser = null, device = null
      where at < ${date} and (address is not null or browser is not null) returning id`,
  )
  return cleared.length
}

async function clearEmails(orm: Orm, date: ReturnType<typeof before>): Promise<number> {
  const cleared = await rows(
    orm,
    sql`update mail_outbox set text = '', html = ''
      where state in ('sent', 'kept') and text <> '' and created_at < ${date} returning id`,
  )
  return cleared.length
}

/** Accepted, revoked or run out; their emails name whom they went to, also those whose inviter is gone. */
async function deleteInvitations(orm: Orm, date: ReturnType<typeof before>): Promise<number> {
  return orm.transaction(async (tx) => {
    const deleted = await rows(
      tx,
      sql`delete from invitations
        where coalesce(accepted_at, revoked_at, expires_at) < ${date} returning id`,
    )
    await tx.execute(sql`delete from mail_outbox
      where kind = 'invitation' and state <> 'waiting' and created_at < ${date}
        and not exists (select from invitations where id = mail_outbox.invitation_id)`)
    return deleted.length
  })
}

/** With their answers and emails. */
async function deleteMessages(orm: Orm, date: ReturnType<typeof before>): Promise<number> {
  const deleted = await rows(orm, sql`delete from messages where changed_at < ${date} returning id`)
  return deleted.length
}

/** Alerts that waited for a year, and emails of those that were sent [PIECEALERT-07, PIECEALERT-09]. */
async function deletePriceAlerts(
  orm: Orm,
  now: ReturnType<typeof before>,
  date: ReturnType<typeof before>,
): Promise<number> {
  const ended = await rows(orm, sql`delete from price_alerts where ends_at <= ${now} returning id`)
  const emails = await rows(
    orm,
    sql`delete from mail_outbox where kind = 'price-alert' and state <> 'waiting' and created_at < ${date}
      returning id`,
  )
  return ended.length + emails.length
}

/**
 * A parcel has arrived long before; with the address of its file, anyone could read name and
 * street.
 */
async function deleteLabelFiles(orm: Orm, date: ReturnType<typeof before>): Promise<number> {
  return orm.transaction(async (tx) => {
    const deleted = await rows(
      tx,
      sql`delete from label_files where kept_at < ${date} returning label_id`,
    )
    await tx.execute(
      sql`update labels set file_url = null where file_url is not null and bought_at < ${date}`,
    )
    return deleted.length
  })
}

async function deleteVisits(orm: Orm, date: ReturnType<typeof before>): Promise<number> {
  const deleted = await rows(
    orm,
    sql`delete from visit_counts where day < ${date}::date returning 1`,
  )
  return deleted.length
}
