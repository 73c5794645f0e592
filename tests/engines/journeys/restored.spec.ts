import { test } from '../journey.ts'
import { button, cartTotal, drawer, field, inDrawer, main, openCart } from './parts.ts'

test('a page that Back shows again has the present price and cart, and what was typed [ENGINE-02, ENGINE-04]', async ({
  visit,
  shop,
}) => {
  const visitor = await visit()
  await visitor.open('/product/5')
  await visitor.sees(main, '$2,113.72')
  // Another document, so that the browser may keep the page as it was.
  await visitor.open('/contact')
  await visitor.fill(field('Name'), 'Ada')
  await visitor.fill(field('Message'), 'How much?')
  await shop.goldBecomes('100.25')
  await visitor.back()
  await visitor.isAt(/\/product\/5$/)
  await visitor.sees(main, '$2,223.68')
  await visitor.misses(main, '$2,113.72')
  await visitor.click(button('Add to Cart'))
  await visitor.sees(cartTotal, '$2,223.68')
  await visitor.press('Escape')
  await visitor.misses(drawer)
  await visitor.hasFocus(button('Add to Cart'))
  await visitor.forward()
  await visitor.isAt(/\/contact$/)
  await visitor.holds(field('Message'), 'How much?')
  await visitor.sees(button('Cart, 1 piece'))
  // A price that comes now reaches the page: its stream of prices is open again.
  await shop.goldBecomes('110')
  await visitor.sees({ role: 'contentinfo' }, '$110.00')
})

test('one cart in two tabs, paid in one of them, and reloaded [ENGINE-02, ENGINE-05]', async ({
  visit,
}) => {
  const visitor = await visit()
  await visitor.open('/product/7')
  await visitor.click(button('Add to Cart'))
  await visitor.sees(drawer, /held/i)
  const other = await visitor.newTab()
  await other.open('/products')
  await other.sees(button('Cart, 1 piece'))
  await other.click(openCart)
  await other.click(inDrawer(button(/^Increase quantity/)))
  await other.sees(button('Cart, 2 pieces'))
  // It reaches this tab a moment later.
  await visitor.sees(cartTotal, '$4,134.66')
  await visitor.click(inDrawer(button('Checkout')))
  await visitor.isAt(/\/test-payment\/[\w-]{20,}$/)
  await visitor.reload()
  await visitor.click(button('Pay'))
  await visitor.isAt(/\/order\/[\w-]{20,}$/)
  await visitor.sees(main, '2 ×')
  await visitor.reload()
  await visitor.sees(main, /FN-\w{4}-\w{4}/)
  await other.sees(button('Cart, 0 pieces'))
})
