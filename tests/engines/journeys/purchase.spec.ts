import type { Visitor } from '../driver/visitor.ts'
import { test } from '../journey.ts'
import { button, cartTotal, drawer, field, inDrawer, link, main } from './parts.ts'

const hasEmptyCart = (visitor: Visitor) =>
  visitor.untilTrue(() => localStorage.getItem('cart') === '[]')

test('from the home page to a paid order, and Back [ENGINE-01, ENGINE-02]', async ({ visit }) => {
  const visitor = await visit()
  await visitor.open('/')
  await visitor.click(link('View All'))
  await visitor.sees({ role: 'heading', name: 'Our Collection' })
  await visitor.click({ css: 'a[href="/product/5"]', nth: 0 })
  await visitor.sees({ role: 'heading', name: 'Sound Wave' })

  // Gallery and size.
  await visitor.click(button('Next picture'))
  await visitor.untilTrue(
    () => !!document.querySelector('[aria-label^="Pictures of"] img[src*="body"]'),
  )
  await visitor.click({ role: 'radio', name: /Large/ })
  await visitor.sees({ role: 'region', name: 'Price breakdown' }, '$3,931.05')
  await visitor.isAt(/size=Large$/)

  // Cart: quantity, gift note, what is locked.
  await visitor.click(button('Add to Cart'))
  await visitor.sees(drawer, /held/i)
  await visitor.click(inDrawer(button('Increase quantity of Sound Wave, Large')))
  await visitor.sees(cartTotal, '$7,862.10')
  await visitor.fill(inDrawer(field('Quantity of Sound Wave, Large')), '1')
  await visitor.sees(cartTotal, '$3,931.05')
  await visitor.click(inDrawer({ text: 'Add a gift note' }))
  await visitor.fill(inDrawer(field(/^Gift note/)), 'For Ada')
  await visitor.click(inDrawer(button('Checkout')))

  // The test payment: declined, canceled, and paid.
  await visitor.isAt(/\/test-payment\/[\w-]{20,}$/)
  await visitor.sees(main, '$3,931.05')
  await visitor.click(button('Decline'))
  // The help line below the buttons says “declined” before any card was tried.
  await visitor.sees(main, 'The test card was declined.')
  await visitor.click(button('Cancel'))
  await visitor.isAt(/checkout=cancelled$/)
  await visitor.sees(drawer, 'You weren’t charged. Your cart is just as you left it.')
  await visitor.click(inDrawer(button('Checkout')))
  await visitor.isAt(/\/test-payment\/[\w-]{20,}$/)
  await visitor.untilHydrated()
  await visitor.click(button('Pay'))
  await visitor.isAt(/\/order\/[\w-]{20,}$/)
  await visitor.sees(main, /FN-\w{4}-\w{4}/)
  await visitor.sees(main, 'For Ada')
  await hasEmptyCart(visitor)

  // Back from a paid order offers no second payment, whether the browser kept the page or not.
  await visitor.back()
  await visitor.isAt(/\/order\/[\w-]{20,}$/)
  await visitor.sees(main, /FN-\w{4}-\w{4}/)
  await visitor.misses(button('Pay'))
})
