import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { TOTP } from 'otpauth'
import { setupLink } from '#app/.server/auth/commands/set-up.ts'
import { applyPaymentEvent } from '#app/.server/payments/commands/apply-payment-event.ts'
import { codeFor, firstAdmin } from '#tests/support/admin.ts'
import { payment, pendingOrder } from '#tests/support/orders.ts'
import { photo } from '#tests/support/pictures.ts'
import { sendsAnyTotal } from '#tests/support/returns.ts'
import { test } from '../journey.ts'
import { button, field, link, main } from './parts.ts'

test('the first admin by the setup link with a code, and a product with a picture and formatted text [ENGINE-02, ENGINE-11]', async ({
  visit,
  shop,
}) => {
  const visitor = await visit({ width: 1280 })
  await visitor.open((await setupLink(shop.app)) ?? '')
  await visitor.fill(field('Email'), 'ann@example.com')
  await visitor.fill(field(/^Password/), 'a long sentence of gold')
  await visitor.click(button('Continue'))
  const app = link(/Open it in an app/)
  await visitor.sees(app)
  const secret = new URL((await visitor.look(app)).attributes.href ?? '').searchParams.get('secret')
  await visitor.fill(field(/Authenticator code/), new TOTP({ secret: secret ?? '' }).generate())
  await visitor.click(button('Create the account'))
  await visitor.sees({ role: 'heading', name: 'You are signed in' })
  await visitor.click(link(/to the dashboard/))
  await visitor.isAt(/\/admin\/dashboard$/)

  await visitor.open('/admin/products/new')
  await visitor.sees({ role: 'toolbar', name: 'Formatting' })
  await visitor.fill(field('Name'), 'Tide')
  await visitor.fill(field(/^Short Description/), 'A tide in gold.')
  const editor = { role: 'textbox', name: /^Full Description/ }
  await visitor.click(editor)
  await visitor.hasFocus(editor)
  await visitor.click(button('Bold'))
  await visitor.hasFocus(editor)
  await visitor.type('Cast')
  await visitor.click(button('Bold'))
  await visitor.hasFocus(editor)
  await visitor.type(' and filed.')
  await visitor.sees({ css: 'strong', within: editor }, /^Cast$/)
  const small = { role: 'group', name: /^Size 1/ }
  await visitor.fill(field(/^Weight/, small), '10')
  await visitor.sees(small, '$1,677.70')
  const folder = mkdtempSync(join(tmpdir(), 'four-nines-engines-'))
  const picture = join(folder, 'tide.jpg')
  writeFileSync(picture, await photo('#7d5a2b', 640, 480))
  await visitor.attach('input[type=file]', [picture])
  const rows = { role: 'list', name: 'Images in order' }
  await visitor.fill({ role: 'textbox', within: rows }, 'From the front')
  await visitor.click(button('Create Product'))
  await visitor.isAt(/\/admin\/dashboard\/products$/)
  await visitor.sees({ role: 'list', name: 'Products' }, 'Tide')
  rmSync(folder, { recursive: true })
  await visitor.open('/products?q=tide')
  await visitor.click(link(/Tide/, main))
  await visitor.sees({ css: 'strong', within: main }, 'Cast')
  await visitor.untilTrue(
    () => (document.querySelector<HTMLImageElement>('main img')?.naturalWidth ?? 0) > 0,
  )
})

test('a signed-in owner weighs an order, sends it, and refunds a part of it [ENGINE-02, ENGINE-12]', async ({
  visit,
  shop,
}) => {
  const owner = await firstAdmin(shop.app)
  await shop.goldBecomes('130')
  await sendsAnyTotal(shop.app)
  const order = await pendingOrder(shop.app, [{ productId: '7', size: 'Small', quantity: 1 }])
  await applyPaymentEvent(shop.app, payment(order))
  const visitor = await visit({ width: 1280 })
  await visitor.open('/admin/login')
  await visitor.fill(field('Email'), owner.email)
  await visitor.fill(field(/^Password/), owner.password)
  await visitor.fill(field(/^Authenticator code/), codeFor(shop.app, owner))
  await visitor.click(button('Sign in'))
  await visitor.isAt(/\/admin\/dashboard/)

  await visitor.open(`/admin/dashboard/orders/${order.id}`)
  const desk = { css: '#send' }
  const weight = field(/^Weight in grams of/, desk)
  await visitor.fill(weight, '14.20')
  await visitor.press('Enter')
  await visitor.misses(weight)
  await visitor.fill(field('Tracking', desk), '1Z999AA10123456784')
  await visitor.click({ role: 'checkbox', name: /sanctions lists/, within: desk })
  await visitor.click(button('Mark as shipped'))
  await visitor.sees({ role: 'heading', name: 'Shipped' })
  // The page has its new parts, and what is below them no longer moves.
  await visitor.misses(button('Mark as shipped'))

  await visitor.click({ text: 'Refund…' })
  await visitor.fill(field('Dollars'), '25')
  await visitor.isChosen({ role: 'radio', name: 'Other amount' })
  await visitor.fill(field('Reason for refund'), 'The clasp broke')
  await visitor.click(button('Preview refund'))
  await visitor.click(button('Refund $25.00'))
  await visitor.sees(link(/^Credit note CN-TEST-/))
  await visitor.sees(main, 'Refunded$25.00')
})
