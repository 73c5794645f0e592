import { eq } from 'drizzle-orm'
import { products } from '#app/.server/platform/db/catalog-schema.ts'
import { changeProducts } from '#tests/support/products.ts'
import { test } from '../journey.ts'
import { button, cartTotal, drawer, field, inDrawer, main } from './parts.ts'

const viewer = { role: 'dialog', name: 'Pictures of Sound Wave, full screen' }
const inViewer = (src: string) => ({ css: `img[src*="${src}"]`, within: viewer })
/** The others of the strip are beside it, out of sight. */
const shown = { css: '[aria-label^="Pictures of"] li[data-shown]' }
const large = { role: 'link', name: /View full screen/, within: shown }

test('a product on a phone: pictures are decoded, the viewer fills the screen, the bar stays at its foot, an engraving and the chart [ENGINE-02, ENGINE-03]', async ({
  visit,
  shop,
}) => {
  await changeProducts(
    shop.app,
    { engravingFeeCents: 6000, engravingMax: 20 },
    eq(products.id, '5'),
  )
  // Two prices: a course to draw.
  await shop.goldBecomes('90')
  shop.clock.advance({ minutes: 200 })
  await shop.goldBecomes('92.77')
  const visitor = await visit({ width: 390, height: 844 })
  await visitor.open('/product/5')
  // The browser took one of the small formats, and has drawn it.
  await visitor.untilTrue(() => {
    const picture = document.querySelector<HTMLImageElement>('[aria-label^="Pictures of"] img')
    return /\.(avif|webp)$/.test(picture?.currentSrc ?? '') && (picture?.naturalWidth ?? 0) > 0
  })

  await visitor.focus(large)
  await visitor.press('Enter')
  await visitor.sees(inViewer('front'))
  await visitor.untilTrue(() => {
    const box = document.querySelector('dialog.viewer')?.getBoundingClientRect()
    return (
      box !== undefined &&
      Math.abs(box.height - innerHeight) < 1 &&
      box.width >= document.documentElement.clientWidth
    )
  })
  await visitor.press('ArrowRight')
  await visitor.sees(inViewer('body'))
  for (let tabs = 0; tabs < 5; tabs += 1) await visitor.press('Tab')
  await visitor.untilTrue(() => {
    const { activeElement, body } = document
    return activeElement === body || !!activeElement?.closest('dialog')
  })
  await visitor.press('Escape')
  await visitor.misses(viewer)
  await visitor.hasFocus(large)

  const bar = { role: 'region', name: 'Buy this piece' }
  const slip = { role: 'region', name: 'Price breakdown' }
  await visitor.fill(field(/^Engraving/), 'For Ada')
  await visitor.sees(slip, '+ $60.00')
  await visitor.click({ text: 'Price history' })
  await visitor.sees({ css: '[type=range]' })
  await visitor.run(() => scrollTo(0, document.documentElement.scrollHeight))
  await visitor.sees(bar, 'Small · 14.7 g')
  await visitor.untilTrue(() => {
    const box = document.querySelector('[aria-label="Buy this piece"]')?.getBoundingClientRect()
    return box !== undefined && Math.abs(box.bottom - innerHeight) < 2
  })
  await visitor.click(button(/Add to Cart/, bar), 'touch')
  await visitor.sees(drawer, 'Engraved “For Ada” · $60.00')
  await visitor.sees(cartTotal, '$2,173.72')
  await visitor.click(inDrawer(button('Close cart')))
  await visitor.misses(drawer)
  await visitor.sees(main)
})
