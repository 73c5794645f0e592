import { expect, it } from 'vitest'
import { auditEventsPerPage } from '#app/.server/audit-log/queries/audit-log.ts'
import { changeRole } from '#app/.server/auth/commands/change-role.ts'
import { updateProduct } from '#app/.server/catalog/commands/save-product.ts'
import { switchProduct } from '#app/.server/catalog/commands/switch-product.ts'
import { adminProduct } from '#app/.server/catalog/queries/admin-product.ts'
import { publishText } from '#app/.server/content/commands/publish-text.ts'
import { emailText } from '#app/.server/emails/email-text.ts'
import { changeStep } from '#app/.server/fulfillment/commands/change-work-status.ts'
import { setManualGoldPrice } from '#app/.server/gold-price/commands/set-manual-gold-price.ts'
import { sendPaymentRequestLink } from '#app/.server/payments/commands/send-payment-request-link.ts'
import { auditLog } from '#app/.server/platform/db/audit-log-schema.ts'
import { saveSetting } from '#app/.server/settings/commands/save-setting.ts'
import { paracordSetting } from '#app/.server/settings/paracord.ts'
import { returnTermsSetting } from '#app/.server/settings/return-terms.ts'
import { riskSetting } from '#app/.server/settings/risk.ts'
import { shippingSetting } from '#app/.server/settings/shipping.ts'
import type { ProductDraft } from '#app/contracts/catalog/product.ts'
import { isRefusal } from '#app/contracts/catalog/product-refusal.ts'
import { readProduct } from '#app/contracts/catalog/read-product.ts'
import { cents } from '#app/domain/money/cents.ts'
import type { Milligrams } from '#app/domain/money/grams.ts'
import { firstAdmin } from '#tests/support/admin.ts'
import { renderAdminPage, signedIn } from '#tests/support/admin-page.tsx'
import { onBothDatabases } from '#tests/support/databases.ts'
import { byHand } from '#tests/support/gold-prices.ts'
import { paidOrder } from '#tests/support/orders.ts'
import { sellingShop } from '#tests/support/selling-shop.ts'
import { testShop } from '#tests/support/shop.ts'
import { asStaff, madeOrder } from '#tests/support/staff-orders.ts'
import * as screen from './page.tsx'

const by = signedIn.email

onBothDatabases('the log', (open) => {
  it('says of each change what it was before and is after, in the words of the form [PEOPLE-04]', async () => {
    const { shop } = await sellingShop(await open())
    const paid = await paidOrder(shop)
    const change = async (part: (draft: ProductDraft) => Partial<ProductDraft>) => {
      const stored = await adminProduct(shop, '7')
      if (!stored) throw new Error('no product')
      const { draft, revision } = stored
      const changes = readProduct({ ...draft, ...part(draft) })
      if (isRefusal(changes)) throw new Error(changes.message)
      await updateProduct(shop, { id: '7', revision, by, changes })
    }
    const said = async () => (await renderAdminPage(shop, screen)).words

    await change(({ sizes, images }) => ({
      name: 'Wave of Gold',
      featured: true,
      sizes: sizes.map((size) => (size.size === 'Large' ? { ...size, fee: '1300' } : size)),
      images: images.slice(0, 1),
      description: '<p>Cast by <strong>hand</strong>.</p>',
    }))
    let words = await said()
    expect(words).toContain(`${by} changed product Wave of Gold id 7`)
    expect(words).toMatch(/Name: \S[^→]*→ became Wave of Gold/)
    expect(words).toContain('Flat fee, Large: $1,250.00 → became $1,300.00')
    expect(words).toMatch(/Image: \S+\.\w+ → became —/)
    expect(words).toMatch(/Full Description: \S[^→]* → became Cast by hand\./)
    await change(() => ({ description: '<p>Cast by hand.</p>' }))
    expect(await said()).toContain('Full Description formatting: — → became changed')

    await switchProduct(shop, { id: '7', what: 'active', to: false, by })
    expect(await said()).toContain('Product Active: yes → became no')
    await change(() => ({ slug: 'gold-wave', shownFrom: '2027-03-01T09:30' }))
    words = await said()
    expect(words).toMatch(/Web address: \S+ → became gold-wave/)
    expect(words).toContain('Show starting on: — → became Mar 1, 2027, 9:30 AM PST')

    await saveSetting(
      shop,
      shippingSetting,
      {
        processingTime: '2 weeks',
        shippingTime: '3 days',
        shippingCost: '$20',
        processingDays: 10,
      },
      by,
    )
    expect(await said()).toMatch(/changed shipping Processing time: [^→]*→ became 2 weeks/)
    const risk = (from: number, compare: boolean) => ({
      highValue: cents(from),
      compareCountries: compare,
      threeDSecure: cents(0),
      ...{ toleranceMg: compare ? 50 : 100, limitPermille: compare ? 50 : 25 },
      ...{ secondReading: cents(1000), workshopLimit: cents(10_000) },
    })
    await saveSetting(shop, riskSetting, risk(500_000, true), by)
    await saveSetting(shop, riskSetting, risk(750_000, false), by)
    words = await said()
    expect(words).toContain('Review orders of at least ($): $5,000.00 → became $7,500.00')
    expect(words).toMatch(/Also check orders billed in another country: yes → became no/)
    expect(words).toContain('Weight tolerance: 0.05 g → became 0.10 g')
    expect(words).toContain('Maximum weight difference to ship (%): 5% → became 2.5%')
    const terms = {
      ...{ tolerance: 50 as Milligrams, instructions: 'By insured mail.' },
      takesEngraved: false,
    }
    await saveSetting(shop, returnTermsSetting, { ...terms, days: 30 }, by)
    await saveSetting(shop, returnTermsSetting, { ...terms, days: 45 }, by)
    expect(await said()).toContain('Return window (days): 30 days → became 45 days')
    await saveSetting(
      shop,
      paracordSetting,
      { enabled: true, colors: ['Sand'], message: 'Ask.' },
      by,
    )
    await saveSetting(
      shop,
      paracordSetting,
      { enabled: true, colors: ['Sand', 'Moss'], message: 'Ask.' },
      by,
    )
    expect(await said()).toContain('Colors: Sand → became Sand, Moss')
    await saveSetting(
      shop,
      paracordSetting,
      { enabled: true, colors: ['Sand', 'Moss'], message: 'Ask.' },
      by,
    )
    expect(await said()).toContain('changed paracord options saved as it was')

    await publishText(shop, {
      ...{ text: emailText('order-paid-buyer'), by, seen: 0, draft: 0 },
      typed: { subject: 'Thank you', body: '{what was bought}\n\n{your order}' },
    })
    words = await said()
    expect(words).toContain('published the text of the email: Order confirmation version 1')
    expect(words).toMatch(/Subject: [^→]+→ became Thank you/)

    await changeStep(shop, { id: paid.id, revision: paid.revision, by, to: 'making' })
    expect(await said()).toMatch(/moved order \S+ Step: Paid → became In production/)
    await setManualGoldPrice(shop, byHand(1_300_000, by))
    expect(await said()).toMatch(/Price per gram: \$[\d.]+ set by us → became \$130\.00/)

    await firstAdmin(shop, by)
    await firstAdmin(shop, 'ben@example.com')
    await changeRole(shop, {
      ...{ email: 'ben@example.com', role: 'bench' },
      actor: { type: 'admin', id: by },
    })
    expect(await said()).toContain('changed the role of ben@example.com owner → workshop')
  })

  it('says until when a payment link can be used by the shop’s clock [ADM-14]', async () => {
    const { shop } = await sellingShop(await open())
    const order = await madeOrder(shop)
    await sendPaymentRequestLink(shop, {
      ...(await asStaff(shop, order)),
      ...{ kind: 'whole', days: 7 },
    })
    expect((await renderAdminPage(shop, screen)).words).toMatch(
      /\(whole\), active until [A-Z][a-z]{2} \d{1,2}, \d{4}, \d{1,2}:\d\d [AP]M P[DS]T/,
    )
  })

  it('is read in pages, as text, and narrowed by its address [PEOPLE-05]', async () => {
    const db = await open()
    const app = testShop({ db })
    expect((await renderAdminPage(app, screen)).words).toContain('No entries yet.')
    await db.orm.insert(auditLog).values(
      Array.from({ length: auditEventsPerPage + 1 }, (_, index) => ({
        at: new Date(app.now().getTime() + index),
        actorType: 'admin' as const,
        actorId: signedIn.email,
        action: 'product.updated',
        targetType: 'product',
        targetId: `number ${index}`,
        facts: { name: '<b>Ring</b>' },
      })),
    )
    const first = await renderAdminPage(app, screen)
    expect(first.words).toContain('changed product &lt;b&gt;Ring&lt;/b&gt; id number 25')
    expect(first.html).not.toContain('<b>Ring')
    expect(first.words).not.toContain('Newer')
    const older = /href="[^"]*(\?before=\d+)"/.exec(first.html)?.[1]
    const second = await renderAdminPage(app, screen, { address: `/admin${older}` })
    expect(second.words).toContain('id number 0')
    expect(second.words).not.toContain('id number 1 ')
    const none = await renderAdminPage(app, screen, { address: '/admin?q=bracelet' })
    expect(none.words).toContain('No entries match your filters.')
    const wrong = '/admin?from=yesterday&area=x&before=-1&after=1e99&who='
    expect((await renderAdminPage(app, screen, { address: wrong })).words).toContain('number 25')
  })

  it('an entry of a newer version of the shop is shown by its name', async () => {
    const db = await open()
    const app = testShop({ db })
    const entry = { at: app.now(), actorType: 'admin' as const, actorId: by }
    await db.orm.insert(auditLog).values({ ...entry, action: 'constructor', facts: {} })
    expect((await renderAdminPage(app, screen)).words).toContain(`${by} constructor`)
  })
})
