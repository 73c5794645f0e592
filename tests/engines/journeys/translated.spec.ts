import { isRouterIdle, navigateInPage, translateInPage } from '#tests/support/translation.ts'
import { test } from '../journey.ts'
import { button, cartTotal, drawer, inDrawer, main, openCart } from './parts.ts'

const paths = ['/', '/products', '/our-story', '/qa', '/custom-work', '/gold-price', '/contact']

test('a page whose texts a translator replaced sells, with every figure true, and every link opens [ENGINE-02, ENGINE-09]', async ({
  visit,
  shop,
}) => {
  const visitor = await visit()
  await visitor.open('/product/5')
  await visitor.run(translateInPage, 'replace')
  const price = { role: 'region', name: /^Price breakdown/ }
  await visitor.click({ role: 'radio', name: /Large/ })
  await visitor.sees(price, '$3,931.05')
  await visitor.misses(price, '$2,113.72')
  await visitor.click({ role: 'radio', name: /Small/ })
  await visitor.sees(price, '$2,113.72')
  await shop.goldBecomes('100.25')
  await visitor.sees(price, '$2,223.68')
  await visitor.misses(main, '$2,113.72')
  await visitor.click(button('Add to Cart'))
  await visitor.sees(cartTotal, '$2,223.68')
  await visitor.click(inDrawer(button(/^Increase quantity/)))
  await visitor.sees(cartTotal, '$4,447.36')
  await visitor.click(inDrawer(button('Close cart')))
  await visitor.misses(drawer)
  for (const path of paths) {
    await visitor.run(navigateInPage, path)
    await visitor.isAt(new RegExp(`${path}$`))
    await visitor.untilTrue(isRouterIdle)
    await visitor.sees({ role: 'heading', css: 'h1' }, /\w/)
    await visitor.misses({ css: 'body' }, 'Something went wrong')
  }
  await visitor.click(openCart)
  await visitor.click(inDrawer(button('Checkout')))
  await visitor.isAt(/\/test-payment\/[\w-]{20,}$/)
})
