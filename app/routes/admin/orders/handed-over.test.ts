import { expect, it } from 'vitest'
import type { AppContext } from '#app/.server/app-context.ts'
import { claimCertificate } from '#app/.server/certificates/commands/move-certificate.ts'
import { printForBox } from '#app/.server/certificates/commands/print-for-box.ts'
import { createDraftOrder } from '#app/.server/draft-orders/commands/create-draft-order.ts'
import { draftOrderForm } from '#app/contracts/draft-orders/draft-order.ts'
import { renderAdminPage } from '#tests/support/admin-page.tsx'
import { onBothDatabases } from '#tests/support/databases.ts'
import { sellingShop } from '#tests/support/selling-shop.ts'
import { madeOrder, statedFor, submittedOrder } from '#tests/support/staff-orders.ts'
import * as orderScreen from './detail.tsx'

const by = 'ann@example.com'
const street = { line1: '1 Street', city: 'Seattle', state: 'WA', postalCode: '98101' }
const ofProvider = ['Payment ID', 'Checkout ID', 'Payment activity', 'hand_']

async function handsOver(shop: AppContext, more: Record<string, string> = {}) {
  const taken = { email: '', paid: 'cash', handOver: 'now', ...more }
  const wish = draftOrderForm.parse(await submittedOrder(shop, taken))
  const scale = { 'scale-0-1': '10.00', 'serial-0-1': `FN-${more.line1 ? 2 : 1}` }
  const weighing = { scale, role: 'owner' as const }
  return createDraftOrder(shop, { wish, by, stated: await statedFor(shop, wish), weighing })
}

async function wordsOf(shop: AppContext, { id }: { id: string }) {
  const path = '/admin/dashboard/orders/:id'
  const screen = { path, address: path.replace(':id', id) }
  return (await renderAdminPage(shop, orderScreen, screen)).words
}

onBothDatabases('the page of a sale over the counter', (open) => {
  it('names its buyer and what was taken, and nothing of shipping or of a payment provider [SALE-34]', async () => {
    const { shop } = await sellingShop(await open())
    const words = await wordsOf(shop, await handsOver(shop))
    for (const untrue of ['Ship to', 'Tracking:', 'Copy address', ...ofProvider]) {
      expect(words).not.toContain(untrue)
    }
    expect(words).not.toMatch(/Buyer\s+Ada Buyer\s+US/)
    expect(words).toMatch(/Buyer\s+Ada Buyer/)
    expect(words).toMatch(/Handed over\s+Handed over in person/)
    expect(words).toMatch(/History\s+Handed over/)
    expect(words).not.toMatch(/History\s+Shipped/)
    expect(words).toContain(
      '1 piece was handed over without a claim code. Print the certificate and its code now, and give both to the buyer.',
    )
    expect(words).toContain('You took the payment yourself. It’s listed under Sale.')
    // An address that is stored, as for Form 8300, is no place it is shipped to.
    const stored = await wordsOf(shop, await handsOver(shop, street))
    expect(stored).toContain('1 Street')
    expect(stored).not.toContain('Ship to')
    // One that waits for its payment, or for its parcel, has both.
    const waits = await wordsOf(shop, await madeOrder(shop))
    for (const part of ['Ship to', 'Payment ID']) expect(waits).toContain(part)
    const toSend = await wordsOf(shop, await madeOrder(shop, { ...street, paid: 'cash' }))
    expect(toSend).toContain('Ship to')
    for (const part of ofProvider) expect(toSend).not.toContain(part)
  })

  it('prints the certificate with its claim code once it is sold, and later without one [CERT-18]', async () => {
    const { shop } = await sellingShop(await open())
    const sale = await handsOver(shop)
    const print = async () =>
      (await printForBox(shop, { id: sale.id, by, again: false })).certificates
    const [first] = await print()
    const id = first?.file.certificate.id ?? ''
    const code = first?.claimCode ?? ''
    expect(await claimCertificate(shop, { id, code, move: null })).toEqual({ newCode: null })
    expect((await print()).map(({ claimCode }) => claimCode)).toEqual([null])
    expect(await wordsOf(shop, sale)).not.toContain('without a claim code')
  })
})
