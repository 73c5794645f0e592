import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { beginTradeInForm } from '#app/contracts/trade-ins/trade-in.ts'
import { auditLabels } from '#tests/support/audit-log.ts'
import { onBothDatabases } from '#tests/support/databases.ts'
import { sellingShop } from '#tests/support/selling-shop.ts'
import {
  agreedTradeIn,
  asForm,
  noted,
  offeredTradeIn,
  offersAll,
  paysOut,
  tradeInBy,
  tradeInKey,
} from '#tests/support/trade-ins.ts'
import type { AppContext } from '../app-context.ts'
import { sendEmail } from '../emails/jobs/send-emails.ts'
import { rows } from '../platform/db/database.ts'
import { labelFiles } from '../platform/db/label-schema.ts'
import { tradeInIdentities, tradeInPhotos } from '../platform/db/trade-in-schema.ts'
import { cancelTradeIn } from '../trade-ins/commands/cancel-trade-in.ts'
import { sendBackTradeIn } from '../trade-ins/commands/move-trade-in.ts'
import { payOut } from '../trade-ins/commands/pay-out.ts'
import { beginTradeIn } from '../trade-ins/commands/request-trade-in.ts'
import { runPrivacyCommand } from './privacy-command.ts'
import { buyerOfOrder } from './queries/buyer-of-order.ts'

const by = 'ann@example.com'
const email = 'BEA@example.com'
const ask = (app: AppContext, action: 'export' | 'erase', of = email) =>
  runPrivacyCommand(app, { command: 'privacy', action, email: of })

async function storedOf(app: AppContext): Promise<string> {
  const tables = [
    'labels',
    'trade_ins',
    'trade_in_history',
    'mail_outbox',
    'hand_payments',
    'audit_log',
  ]
  const lines = await Promise.all(
    tables.map((name) =>
      rows<{ line: string }>(
        app.db.orm,
        sql`select t::text as line from ${sql.identifier(name)} t`,
      ),
    ),
  )
  return lines
    .flat()
    .map(({ line }) => line)
    .join('\n')
}

const endsBack = async (app: AppContext, token: string) => {
  await cancelTradeIn(app, await asForm(app, token, 'cancel', { reason: 'No.' }))
  const parcel = { carrier: 'ups', tracking: '1Z999AA10123456784', sanctions: 'yes' }
  await sendBackTradeIn(app, await asForm(app, token, 'send-back', parcel))
}

/** With a photograph, and with a label that the shop bought. */
async function photographed({ db }: AppContext, token: string): Promise<void> {
  const ofTradeIn = sql`(select id from trade_ins where token = ${token})`
  await db.orm.execute(sql`insert into trade_in_photos
    values (${'p'.repeat(22)}, ${ofTradeIn}, ${Buffer.from('RIFF')}, 1, 1, 'k', now(), ${by})`)
  const asked = { pieces: [], from: { name: 'Bea Owner' } }
  await db.orm.execute(sql`insert into labels (trade_in_id, provider, livemode, shipment, state, asked, rates,
    offered_at, offered_to) values (${ofTradeIn}, 'easypost', false, 'shp_1', 'offered',
    ${JSON.stringify(asked)}::jsonb, '[]', now(), ${by})`)
  await db.orm.execute(sql`insert into label_files
    values ((select id from labels), ${Buffer.from('%PDF-')}, now())`)
}

onBothDatabases('trade-ins of a person', (open) => {
  it('are in their export, with the seller’s identity and without what opens a page [PRIVACY-12]', async () => {
    const { shop } = await sellingShop(await open())
    await offersAll(shop)
    const { token } = await agreedTradeIn(shop, 'sell-back')
    await noted(shop, token)
    await payOut(shop, await paysOut(shop, token))
    await sendEmail(shop)
    const { text, json } = await ask(shop, 'export')
    const { row } = await tradeInBy(shop, token)
    expect(json).toMatchObject({
      orders: [],
      tradeIns: [
        {
          ...{ number: row.number, kind: 'sell-back', state: 'done', note: 'Bent.' },
          ...{ ownerName: 'Bea Owner', identity: { idNumber: 'WDL123' } },
          payouts: [{ kind: 'check', reference: '1042', amountCents: 166_123 }],
        },
      ],
    })
    expect(text).toContain('paid by check, 1042.')
    expect(text).not.toContain(token)
    expect(text).not.toContain(row.key)
    expect(text).not.toContain(by)
  })

  it('are erased once they ended; an open one is left, and a seller’s identity kept where the gold was bought [PRIVACY-12, TRADE-16]', async () => {
    const { shop } = await sellingShop(await open())
    await offersAll(shop)
    const sold = await agreedTradeIn(shop, 'sell-back')
    await noted(shop, sold.token)
    await payOut(shop, await paysOut(shop, sold.token))
    const back = await offeredTradeIn(shop, 'sell-back')
    await noted(shop, back.token)
    const waiting = await offeredTradeIn(shop, 'exchange')
    await endsBack(shop, back.token)
    await photographed(shop, back.token)
    const numbers = await Promise.all(
      [sold, back, waiting].map(async ({ token }) => (await tradeInBy(shop, token)).row.number),
    )
    const first = await ask(shop, 'erase')
    expect(first.ok).toBe(false)
    expect(first.json).toMatchObject({
      erased: [
        `trade-in ${numbers[0]} (the seller’s identity is kept as the law asks)`,
        `trade-in ${numbers[1]}`,
      ],
      left: [{ number: `trade-in ${numbers[2]}`, why: 'It’s still open.' }],
    })
    expect((await tradeInBy(shop, sold.token)).row).toMatchObject({
      ...{ ownerName: '', email: null, phone: '', note: '', region: 'WA', offerCents: 166_123 },
    })
    expect(await shop.db.orm.$count(tradeInPhotos)).toBe(0)
    expect(await shop.db.orm.$count(labelFiles)).toBe(0)
    const identities = await shop.db.orm.select().from(tradeInIdentities)
    const soldId = (await tradeInBy(shop, sold.token)).id
    expect(identities.map(({ tradeInId }) => tradeInId)).toEqual([soldId])
    await endsBack(shop, waiting.token)
    expect((await ask(shop, 'erase')).ok).toBe(true)
    expect(await storedOf(shop)).not.toMatch(/bea@|bea owner|bent\./i)
    expect((await ask(shop, 'export')).json).toMatchObject({ tradeIns: [] })
    expect(await auditLabels(shop)).toEqual(
      expect.arrayContaining([expect.stringContaining('erased the personal data of trade-in')]),
    )
  })

  it('that staff began without an email address are of the buyer of the piece [PRIVACY-12]', async () => {
    const { shop } = await sellingShop(await open())
    await offersAll(shop)
    const { order, certificate, token } = await offeredTradeIn(shop, 'recast', { amount: '125.00' })
    await endsBack(shop, token)
    const form = { key: tradeInKey(), kind: 'recast', serial: certificate.serial, name: 'Ada' }
    await beginTradeIn(shop, { ...beginTradeInForm.parse(form), by })
    const buyer = await buyerOfOrder(shop, order.id)
    expect(buyer?.left).toContainEqual(expect.objectContaining({ why: 'It’s still open.' }))
    expect((await ask(shop, 'export', order.email ?? '')).text).toContain('"Ada"')
  })
})
