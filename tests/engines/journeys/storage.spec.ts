import { test } from '../journey.ts'
import { button, cartTotal, drawer, inDrawer } from './parts.ts'

test('a browser that keeps no storage and no cookies sells, and says that the cart is not saved [ENGINE-02, ENGINE-06]', async ({
  visit,
}) => {
  const visitor = await visit({ storage: 'blocked' })
  await visitor.open('/')
  await visitor.untilTrue(() => {
    try {
      return window.localStorage === null || window.localStorage === undefined
    } catch {
      return true
    }
  })
  await visitor.open('/product/5')
  await visitor.click(button('Add to Cart'))
  await visitor.sees(drawer, 'isn’t saved in this browser')
  await visitor.sees(cartTotal, '$2,113.72')
  await visitor.click(inDrawer(button('Checkout')))
  await visitor.isAt(/\/test-payment\/[\w-]{20,}$/)
  await visitor.untilHydrated()
  await visitor.click(button('Pay'))
  await visitor.isAt(/\/order\/[\w-]{20,}$/)
})
