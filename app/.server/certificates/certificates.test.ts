import { randomBytes } from 'node:crypto'
import { asc, eq, sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { refundOrder } from '#app/.server/refunds/commands/refund-order.ts'
import { previewRefund } from '#app/.server/refunds/queries/preview-refund.ts'
import { rotateSigningKey } from '#app/.server/signing/commands/rotate-signing-key.ts'
import { bytesOfId, certificateId } from '#app/domain/certificates/codes.ts'
import * as orderScreen from '#app/routes/admin/orders/detail.tsx'
import { renderAdminPage } from '#tests/support/admin-page.tsx'
import { auditLabels } from '#tests/support/audit-log.ts'
import { keysFile, onRecord, storedCertificates } from '#tests/support/certificates.ts'
import { onBothDatabases } from '#tests/support/databases.ts'
import { draws } from '#tests/support/draws.ts'
import { paidOrder, seenByStaff, storedOrder } from '#tests/support/orders.ts'
import { sentOrder, weighedReturn } from '#tests/support/returns.ts'
import { refusal, sellingShop } from '#tests/support/selling-shop.ts'
import { testShop } from '#tests/support/shop.ts'
import { checkCertificate, readKeys } from '../../../scripts/verify.mjs'
import { sendEmail } from '../emails/jobs/send-emails.ts'
import { recordShipment } from '../fulfillment/commands/record-shipment.ts'
import { orderPage } from '../orders/queries/order-page.ts'
import { certificates } from '../platform/db/certificate-schema.ts'
import { rows } from '../platform/db/database.ts'
import { emailOutbox } from '../platform/db/schema.ts'
import { eraseBuyer } from '../privacy/commands/erase-buyer.ts'
import { currentSigningKey } from '../signing/signing-key.ts'
import { issueCertificates } from './commands/issue-certificates.ts'
import { claimCertificate, moveCertificate } from './commands/move-certificate.ts'
import { printForBox } from './commands/print-for-box.ts'
import { issueMissing } from './jobs/issue-missing.ts'
import { certificateFindings } from './queries/certificate-findings.ts'
import { orderCertificates } from './queries/order-certificates.ts'
import { publicCertificate } from './queries/public-certificate.ts'

const by = 'ann@example.com'

/** A million in `npm run bench -- draws`. */
const idsInAll = draws(10) * 10_000

onBothDatabases('certificates', (open) => {
  it('are issued once when a parcel leaves, and say what was weighed, and nothing of the buyer [CERT-01, CERT-02]', async () => {
    const { shop } = await sellingShop(await open())
    const order = await paidOrder(shop)
    const { serial } = await onRecord(shop, order.id, { mg: 14_210 })
    expect(await issueCertificates(shop, order.id)).toBe(0)
    expect(await storedCertificates(shop, order.id)).toEqual([])
    await send(shop, order.id)
    const [one, ...more] = await storedCertificates(shop, order.id)
    expect(more).toEqual([])
    expect(one?.said).toMatchObject({
      serial,
      grams: '14.21',
      fineness: '.9999',
      maker: { name: 'Four Nines', place: 'Seattle, WA' },
      goldPrice: { perGram: '130.0000', record: order.goldPriceId },
      value: { currency: 'USD', metal: '1847.30' },
      soldAt: order.paidAt?.toISOString(),
      test: true,
    })
    expect(one?.said.product.picture).toMatch(/^[0-9a-f]{64}$/)
    for (const hidden of [order.id, order.number, order.token, 'ada@example.com']) {
      expect(one?.file).not.toContain(hidden)
    }
    // Key and signature may have the same letters inside.
    expect(one?.file).not.toMatch(/(?<![\w+/=-])(Ada|98101)(?![\w+/=-])/)
    expect(checkCertificate(one?.file ?? '', readKeys(await keysFile(shop)) ?? []).serial).toBe(
      serial,
    )
    // Asked again, by anybody and at the same time.
    await Promise.all([issueCertificates(shop, order.id), issueMissing(shop)])
    expect(await storedCertificates(shop, order.id)).toHaveLength(1)
    expect(await certificateFindings(shop.db.orm, shop.now())).toEqual([])
  })

  it('printed for the box come with codes, of which the last ones count [CERT-02, CERT-04, CERT-05]', async () => {
    const { shop } = await sellingShop(await open())
    const order = await paidOrder(shop)
    expect(await refusal(printForBox(shop, { id: order.id, by }))).toMatchObject({ status: 409 })
    await onRecord(shop, order.id)
    const [first, second] = await Promise.all([
      printForBox(shop, { id: order.id, by }),
      printForBox(shop, { id: order.id, by }),
    ])
    const stored = await storedCertificates(shop, order.id)
    expect(stored).toHaveLength(1)
    const id = stored[0]?.id ?? ''
    const codes = [first, second].map(({ certificates: [one] }) => one?.claimCode ?? '')
    const opened = await Promise.allSettled(
      codes.map((code) => claimCertificate(shop, { id, code, move: null })),
    )
    expect(opened.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(JSON.stringify(stored)).not.toContain(codes[0])
    expect(JSON.stringify(stored)).not.toContain(codes[1])
    // A page from before the first print does not know that it ends codes.
    expect(await refusal(printForBox(shop, { id: order.id, by, again: false }))).toMatchObject({
      code: 'printed_already',
    })
    await send(shop, order.id)
    // What lies in the box stays good.
    const again = await printForBox(shop, { id: order.id, by })
    expect(again.certificates.map(({ claimCode }) => claimCode)).toEqual([null])
    expect(await auditLabels(shop)).toContain(
      `ann@example.com: printed certificates for order ${order.number} (${stored[0]?.serial})`,
    )
  })

  it('are replaced where a weight was corrected, once, with the code that was printed [CERT-02]', async () => {
    const { shop } = await sellingShop(await open())
    const order = await paidOrder(shop)
    await onRecord(shop, order.id, { mg: 14_210 })
    const { certificates: printed } = await printForBox(shop, { id: order.id, by })
    const code = printed[0]?.claimCode ?? ''
    await onRecord(shop, order.id, { mg: 14_120 })
    await Promise.all([issueMissing(shop), issueCertificates(shop, order.id)])
    await issueMissing(shop)
    const [old, next, ...more] = await storedCertificates(shop, order.id)
    expect(more).toEqual([])
    expect([old?.state, next?.state]).toEqual(['revoked', 'valid'])
    expect(next?.said).toMatchObject({ grams: '14.12', replaces: old?.id })
    const page = await publicCertificate(shop, old?.id ?? '')
    expect(page).toMatchObject({
      state: 'revoked',
      replacedBy: next?.id,
      events: [{ event: 'revoked', reason: 'Its weight was corrected.' }],
    })
    await claimCertificate(shop, { id: next?.id ?? '', code, move: null })
    expect(
      await refusal(claimCertificate(shop, { id: old?.id ?? '', code, move: 'lost' })),
    ).toMatchObject({ status: 409 })
  })

  it('are claimed by their code alone, and handed on with a new one [CERT-05]', async () => {
    const { shop, pass } = await sellingShop(await open())
    const order = await paidOrder(shop)
    await onRecord(shop, order.id)
    const { certificates: printed } = await printForBox(shop, { id: order.id, by })
    const code = printed[0]?.claimCode ?? ''
    const id = printed[0]?.file.certificate.id ?? ''
    for (const wrong of ['', '7K3M-Q9XZ-01AB-CDEF', `${code}0`]) {
      const asked = claimCertificate(shop, { id, code: wrong, move: 'lost' })
      expect(await refusal(asked)).toMatchObject({ status: 403, code: 'wrong_claim_code' })
    }
    const none = claimCertificate(shop, { id: '0'.repeat(26), code, move: 'lost' })
    expect(await refusal(none)).toMatchObject({ code: 'wrong_claim_code' })
    const lost = { id, code: code.toLowerCase(), move: 'lost' } as const
    await Promise.all([claimCertificate(shop, lost), claimCertificate(shop, lost)])
    expect(await publicCertificate(shop, id)).toMatchObject({
      state: 'lost',
      events: [{ event: 'lost', actor: 'owner', reason: '' }],
    })
    expect(await refusal(claimCertificate(shop, { id, code, move: 'passed on' }))).toMatchObject({
      status: 409,
      message: 'This piece was reported lost. Report it found first. Nothing was changed.',
    })
    await claimCertificate(shop, { id, code, move: 'found' })
    const { newCode } = await claimCertificate(shop, { id, code, move: 'passed on' })
    expect(await refusal(claimCertificate(shop, { id, code, move: 'lost' }))).toMatchObject({
      status: 403,
    })
    await claimCertificate(shop, { id, code: newCode ?? '', move: null })
    // Pressed twice, or the answer was lost on the way: the same code, no second event, and not for ever.
    const handedOn = { id, code, move: 'passed on' } as const
    const events = (await publicCertificate(shop, id))?.events.length
    expect(await claimCertificate(shop, handedOn)).toEqual({ newCode })
    expect(await claimCertificate(shop, { id, code, move: null })).toEqual({ newCode })
    expect((await publicCertificate(shop, id))?.events).toHaveLength(events ?? 0)
    pass(61)
    expect(await refusal(claimCertificate(shop, handedOn))).toMatchObject({ status: 403 })
    expect((await publicCertificate(shop, id))?.state).toBe('valid')
  })

  it('tell the history of their order what became of them, and the buyer by email until the first transfer [CERT-17]', async () => {
    const { shop } = await sellingShop(await open())
    const order = await paidOrder(shop)
    const { serial } = await onRecord(shop, order.id)
    const { certificates: printed } = await printForBox(shop, { id: order.id, by })
    const code = printed[0]?.claimCode ?? ''
    const id = printed[0]?.file.certificate.id ?? ''
    await claimCertificate(shop, { id, code, move: 'lost' })
    await claimCertificate(shop, { id, code, move: 'lost' })
    await claimCertificate(shop, { id, code, move: 'found' })
    const { newCode } = await claimCertificate(shop, { id, code, move: 'passed on' })
    await claimCertificate(shop, { id, code: newCode ?? '', move: 'lost' })
    await moveCertificate(shop, { orderId: order.id, id, move: 'found', by, reason: 'Seen here.' })
    const told = (await storedOrder(shop, order.id)).history.filter(({ why }) =>
      why.startsWith('Certificate '),
    )
    expect(told.map(({ actor, why }) => [actor, why])).toEqual([
      ['shopper', `Certificate ${serial} was reported lost with its claim code.`],
      ['shopper', `Certificate ${serial} was reported found with its claim code.`],
      ['shopper', `Certificate ${serial} was transferred to a new owner with its claim code.`],
      ['shopper', `Certificate ${serial} was reported lost with its claim code.`],
      ['staff', `Certificate ${serial} was reported found. Seen here.`],
    ])
    await sendEmail(shop)
    const emails = await shop.db.orm
      .select()
      .from(emailOutbox)
      .where(eq(emailOutbox.kind, 'order-certificate-buyer'))
      .orderBy(asc(emailOutbox.createdAt), asc(emailOutbox.occasion))
    expect(emails.map(({ text }) => text?.match(/certificate of your piece [^.]*\./)?.[0])).toEqual(
      [
        `certificate of your piece ${serial} was reported lost.`,
        `certificate of your piece ${serial} was reported found.`,
        `certificate of your piece ${serial} was transferred to a new owner.`,
      ],
    )
    expect(emails[0]?.text).toContain(`/certificate/${id}`)
  })

  it('are revoked by staff with a reason, once, for good, and not issued again [CERT-06]', async () => {
    const { shop } = await sellingShop(await open())
    const order = await paidOrder(shop)
    await onRecord(shop, order.id)
    await send(shop, order.id)
    const [{ id, serial } = { id: '', serial: '' }] = await storedCertificates(shop, order.id)
    const revoke = { orderId: order.id, id, move: 'revoked', by, reason: 'It came back.' } as const
    await Promise.all([moveCertificate(shop, revoke), moveCertificate(shop, revoke)])
    const page = await publicCertificate(shop, id)
    expect(page?.state).toBe('revoked')
    expect(page?.events).toHaveLength(1)
    expect(page?.events[0]).toMatchObject({ actor: 'staff', reason: 'It came back.' })
    expect(JSON.stringify(page)).not.toContain(by)
    expect(
      (await auditLabels(shop)).filter((label) => label.includes('changed a certificate')),
    ).toEqual([
      `${by}: changed a certificate in order ${order.number} (${serial}: revoked. It came back.)`,
    ])
    expect(await refusal(moveCertificate(shop, { ...revoke, move: 'found' }))).toMatchObject({
      status: 409,
    })
    expect(await refusal(moveCertificate(shop, { ...revoke, orderId: 'another' }))).toMatchObject({
      status: 404,
    })
    await issueMissing(shop)
    expect(await storedCertificates(shop, order.id)).toHaveLength(1)
  })

  it('of a piece that was returned and refunded are to be revoked, as the order’s page says [CERT-19]', async () => {
    const { shop } = await sellingShop(await open())
    const order = await sentOrder(shop)
    const words = async () => {
      const path = '/admin/dashboard/orders/:id'
      const screen = { path, address: path.replace(':id', order.id) }
      return (await renderAdminPage(shop, orderScreen, screen)).words
    }
    const { id: ofReturn } = await weighedReturn(shop, order)
    const wish = { of: 'lines', quantities: [{ position: 0, quantity: 1 }] } as const
    const { amount: stated } = await previewRefund(shop, { id: order.id, wish, payment: null })
    expect(await words()).not.toContain('returned piece')
    await refundOrder(shop, {
      ...{ id: order.id, by, revision: (await storedOrder(shop, order.id)).order.revision },
      ...{ key: 'of a return', payment: null, wish, stated, ofReturn },
      ...{ reason: 'Returned.', note: '', requireFresh: async () => {} },
    })
    const returned = await words()
    expect(returned).toContain('A returned piece still has a valid certificate. Revoke it')
    // Of three pieces without a claim code, the one that came back needs none.
    expect(returned).toContain('2 pieces shipped without a claim code')
    const [first] = await storedCertificates(shop, order.id)
    const revoke = { orderId: order.id, id: first?.id ?? '', move: 'revoked', by } as const
    await moveCertificate(shop, { ...revoke, reason: 'It came back.' })
    expect(await words()).not.toContain('returned piece')
  })

  it('wait while the key cannot be read: a print is refused, a parcel leaves, a job makes up [CERT-07, CERT-11]', async () => {
    const db = await open()
    const { shop, pass } = await sellingShop(db)
    const order = await paidOrder(shop)
    await onRecord(shop, order.id)
    await currentSigningKey(shop)
    const now = () => new Date(shop.now())
    const lost = testShop({ db, now, secret: 'another secret of the shop, 32 characters' })
    const problem = await refusal(printForBox(lost, { id: order.id, by }))
    expect(problem).toMatchObject({ status: 503, code: 'signing_key_unreadable' })
    expect(problem.message).toContain('What was signed before remains valid.')
    await send(lost, order.id)
    expect(await storedCertificates(shop, order.id)).toEqual([])
    expect(await orderCertificates(shop, order.id)).toMatchObject({ list: [], missing: 1 })
    pass(25 * 60)
    expect(await certificateFindings(db.orm, shop.now())).toEqual([
      expect.stringContaining('A piece was shipped without a certificate'),
    ])
    await rotateSigningKey(lost, { type: 'command', id: 'npm run admin' })
    await issueMissing(lost)
    expect(await storedCertificates(shop, order.id)).toHaveLength(1)
    expect((await orderCertificates(shop, order.id)).missing).toBe(0)
    expect(await certificateFindings(db.orm, shop.now())).toEqual([])
  })

  it('say what the order page and the mail say, and outlast the buyer’s data [CERT-08]', async () => {
    const { shop, pass } = await sellingShop(await open())
    const order = await paidOrder(shop)
    const { serial } = await onRecord(shop, order.id, { mg: 14_300 })
    await printForBox(shop, { id: order.id, by })
    // Not before it is sent.
    expect((await orderPage(shop, order.token))?.certificates).toEqual([])
    await send(shop, order.id)
    const [stored] = await storedCertificates(shop, order.id)
    const page = await orderPage(shop, order.token)
    expect(page?.certificates).toEqual([
      expect.objectContaining({ id: stored?.id, serial, grams: '14.30', state: 'valid' }),
    ])
    expect(page?.weighed.join()).toContain(`${stored?.said.grams} g`)
    await sendEmail(shop)
    const [email] = await shop.db.orm
      .select()
      .from(emailOutbox)
      .where(eq(emailOutbox.kind, 'order-fulfilled-buyer'))
    expect(email?.text).toContain(`${shop.publicUrl}/certificate/${stored?.id}`)
    expect(email?.text).toContain(serial)
    expect(email?.text).toContain(`${stored?.said.grams} g`)
    pass(2 * 365 * 24 * 60)
    const erasing = { email: 'ada@example.com', actor: { type: 'admin', id: by } } as const
    expect((await eraseBuyer(shop, erasing)).erased).toEqual([order.number])
    expect(await storedCertificates(shop, order.id)).toEqual([stored])
    expect((await publicCertificate(shop, stored?.id ?? ''))?.state).toBe('valid')
  })

  it(`are found by none of ${idsInAll.toLocaleString('en-US')} random ids [CERT-03]`, async () => {
    const db = await open()
    const { shop } = await sellingShop(db)
    const order = await paidOrder(shop)
    await onRecord(shop, order.id)
    await send(shop, order.id)
    const [{ id } = { id: '' }] = await storedCertificates(shop, order.id)
    expect(await publicCertificate(shop, id)).not.toBeNull()
    // Drawn as those of certificates are; the one there is, among them, shows that it would be found.
    const hits = async (ids: readonly string[]) => {
      const [found] = await rows<{ ids: number; hits: number }>(
        db.orm,
        sql`select count(distinct drawn.id) as ids, count(certificates.id) as hits
          from unnest(string_to_array(${ids.join()}, ',')) as drawn (id)
          left join certificates using (id)`,
      )
      return found
    }
    const drawn = () => Array.from({ length: 10_000 }, () => certificateId(randomBytes(bytesOfId)))
    expect(await hits([...drawn(), id])).toEqual({ ids: 10_001, hits: 1 })
    for (let ids = 0; ids < idsInAll; ids += 10_000) {
      expect(await hits(drawn())).toEqual({ ids: 10_000, hits: 0 })
    }
    for (const other of ['', `${id}0`, id.toUpperCase(), 'i'.repeat(26), order.id, order.token]) {
      expect(await publicCertificate(shop, other)).toBeNull()
    }
  })

  it('cannot be altered, and one that was altered past that is found [CERT-07]', async () => {
    const db = await open()
    const { shop } = await sellingShop(db)
    const order = await paidOrder(shop)
    await onRecord(shop, order.id)
    await send(shop, order.id)
    const [{ id, serial, file } = { id: '', serial: '', file: '' }] = await storedCertificates(
      shop,
      order.id,
    )
    const altered = file.replace('"fineness":".9999"', '"fineness":".9998"')
    await expect(
      db.orm.update(certificates).set({ file: altered }).where(eq(certificates.id, id)),
    ).rejects.toThrow()
    await expect(db.orm.delete(certificates)).rejects.toThrow()
    await db.orm.execute(sql`alter table certificates disable trigger user`)
    await db.orm.update(certificates).set({ file: altered }).where(eq(certificates.id, id))
    await db.orm.execute(sql`alter table certificates enable trigger user`)
    expect(await certificateFindings(db.orm, shop.now())).toEqual([
      `The certificate for serial number ${serial} doesn’t match what was signed.`,
    ])
  })
})

async function send(shop: Parameters<typeof recordShipment>[0], id: string) {
  await recordShipment(shop, { ...(await seenByStaff(shop, { id })), tracking: `T-${id}` })
}
