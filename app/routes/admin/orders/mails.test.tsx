import { expect, it } from 'vitest'
import { MailRefused } from '#app/.server/mail/gateway/mail-gateway.ts'
import { sendMail } from '#app/.server/mail/jobs/send-mail.ts'
import { renderAdminPage } from '#tests/support/admin-page.tsx'
import { onBothDatabases } from '#tests/support/databases.ts'
import { paidOrder } from '#tests/support/orders.ts'
import { sellingShop } from '#tests/support/selling-shop.ts'
import * as one from './detail.tsx'
import * as resend from './mails.ts'

onBothDatabases('mails in the admin area', (open) => {
  const at = (id: string) => ({
    path: 'admin/dashboard/orders/:id',
    address: `/admin/dashboard/orders/${id}`,
  })

  it('are shown with their order, words and all, where there is no mail server [MAIL-04]', async () => {
    const { shop } = await sellingShop(await open())
    const order = await paidOrder(shop)
    const queued = await renderAdminPage(shop, one, at(order.id))
    expect(queued.words).toContain('To the buyer: it is paid Waiting to be sent')
    await sendMail(shop)
    const { words } = await renderAdminPage(shop, one, at(order.id))
    expect(words).toContain('There is no mail server, so mails are kept here.')
    expect(words).toContain('To the buyer: it is paid Kept, not sent to ada@example.com')
    expect(words).toContain(`Thank you. Your order ${order.number} is paid.`)
    expect(words).not.toContain('Send again')
  })

  it('that were given up say why, stand in the strip, and can be sent again [MAIL-03]', async () => {
    let takes = false
    const mail = {
      send: async () => {
        if (!takes) throw new MailRefused('550 No mailbox here', { permanent: true, code: '550' })
      },
    }
    const { shop } = await sellingShop(await open(), { mail })
    const order = await paidOrder(shop)
    await sendMail(shop)
    const failed = await renderAdminPage(shop, one, at(order.id))
    expect(failed.words).toContain('Given up to ada@example.com, attempts: 1 550 No mailbox here')
    expect(failed.words).toContain('2 mails could not be sent')
    takes = true
    const ids = [...failed.html.matchAll(/value="([0-9a-f-]{36})"/g)].map(([, id]) => id ?? '')
    expect(ids).toHaveLength(2)
    for (const id of ids) {
      const posted = renderAdminPage(
        shop,
        { ...resend, default: () => null },
        {
          path: 'admin/dashboard/orders/:id/mails',
          address: `/admin/dashboard/orders/${order.id}/mails`,
          form: { mail: id },
        },
      )
      await expect(posted).rejects.toThrow('redirects')
    }
    await sendMail(shop)
    const { words } = await renderAdminPage(shop, one, at(order.id))
    expect(words).toContain('Sent to ada@example.com')
    expect(words).not.toContain('could not be sent')
  })
})
