import { expect, it } from 'vitest'
import { recordShipment } from '#app/.server/fulfillment/commands/record-shipment.ts'
import { auditLabels } from '#tests/support/audit-log.ts'
import { onRecord, storedCertificates } from '#tests/support/certificates.ts'
import { onBothDatabases } from '#tests/support/databases.ts'
import { paidOrder, seenByStaff } from '#tests/support/orders.ts'
import { refusal, sellingShop } from '#tests/support/selling-shop.ts'
import { publicCertificate } from '../queries/public-certificate.ts'
import { makeClaimCode } from './make-claim-code.ts'
import { claimCertificate, moveCertificate } from './move-certificate.ts'
import { printForBox } from './print-for-box.ts'

const by = 'ann@example.com'

onBothDatabases('a new claim code', (open) => {
  it('is made by staff who checked, sent twice the same; the one before ends, and the log has why [CERT-10]', async () => {
    const { shop } = await sellingShop(await open())
    const order = await paidOrder(shop)
    await onRecord(shop, order.id)
    const { certificates: printed } = await printForBox(shop, { id: order.id, by })
    const [code, { id, serial }] = [
      printed[0]?.claimCode ?? '',
      printed[0]?.file.certificate ?? { id: '', serial: '' },
    ]
    const asked = { orderId: order.id, id, key: 'a key of a form', events: 0, by, reason: 'Paper.' }
    const early = await refusal(makeClaimCode(shop, asked))
    expect(early).toMatchObject({ status: 409, code: 'piece_not_sent' })
    await recordShipment(shop, { ...(await seenByStaff(shop, order)), tracking: 'T-1' })
    const [one, other] = await Promise.all([makeClaimCode(shop, asked), makeClaimCode(shop, asked)])
    expect(other).toEqual(one)
    expect(one.serial).toBe(serial)
    expect(one.code).not.toBe(code)
    expect(await refusal(claimCertificate(shop, { id, code, move: null }))).toMatchObject({
      status: 403,
    })
    await claimCertificate(shop, { id, code: one.code, move: 'lost' })
    const page = await publicCertificate(shop, id)
    expect(page).toMatchObject({
      state: 'lost',
      events: [{ event: 'lost' }, { event: 'new code', actor: 'staff', reason: '' }],
    })
    expect(JSON.stringify(page)).not.toContain(by)
    expect(
      (await auditLabels(shop)).filter((label) => label.includes('created a new claim code')),
    ).toEqual([
      `${by}: created a new claim code for a piece in order ${order.number} (${serial}. Paper.)`,
    ])
    // A form that was opened before something became of it ends nobody’s code, its own press again neither.
    for (const stale of [asked, { ...asked, key: 'another key of it' }, { ...asked, events: 1 }]) {
      expect(await refusal(makeClaimCode(shop, stale))).toMatchObject({ status: 409 })
    }
    await claimCertificate(shop, { id, code: one.code, move: null })
    expect(
      await refusal(makeClaimCode(shop, { ...asked, orderId: 'another', events: 2 })),
    ).toMatchObject({ status: 404 })
    // Lost with the piece: it stays lost.
    const next = await makeClaimCode(shop, { ...asked, key: 'the next key', events: 2 })
    expect((await publicCertificate(shop, id))?.state).toBe('lost')
    await claimCertificate(shop, { id, code: next.code, move: 'found' })
    await moveCertificate(shop, { orderId: order.id, id, move: 'revoked', by, reason: 'Melted.' })
    expect(
      await refusal(makeClaimCode(shop, { ...asked, key: 'the last key', events: 5 })),
    ).toMatchObject({ status: 409, code: 'certificate_moved' })
    // Only its hash is kept.
    expect(JSON.stringify(await storedCertificates(shop, order.id))).not.toContain(next.code)
  })
})
