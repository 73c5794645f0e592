import type { Locator } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { products } from '#app/.server/platform/db/catalog-schema.ts'
import { expect, test } from '#tests/support/journey.ts'
import { paidOrder } from '#tests/support/orders.ts'
import { changeProducts } from '#tests/support/products.ts'

/**
 * How many dots between parts there are, seen or not, and those seen that begin or end a line: without a
 * character before or after them at their height.
 */
const dots = (where: Locator) =>
  where.evaluate((root) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    const hanging: string[] = []
    let count = 0
    while (walker.nextNode()) {
      const node = walker.currentNode as Text
      const at = node.data.indexOf('·')
      const block = node.parentElement?.closest('p, label, dt, dd, li, h1, h2')
      if (at < 0 || !block?.checkVisibility()) continue
      count += 1
      const boxOf = (text: Text, index: number) => {
        const range = document.createRange()
        range.setStart(text, index)
        range.setEnd(text, index + 1)
        return range.getBoundingClientRect()
      }
      node.parentElement?.scrollIntoView({ block: 'center' })
      const dot = boxOf(node, at)
      const [x, y] = [(dot.left + dot.right) / 2, (dot.top + dot.bottom) / 2]
      // What is clipped is not hit.
      if (!node.parentElement?.contains(document.elementFromPoint(x, y))) continue
      const beside = { before: false, after: false }
      const others = document.createTreeWalker(block, NodeFilter.SHOW_TEXT)
      while (others.nextNode()) {
        const other = others.currentNode as Text
        for (const [index, character] of [...other.data].entries()) {
          if (/[\s·]/.test(character)) continue
          const box = boxOf(other, index)
          if (box.width === 0 || box.top > y || box.bottom < y) continue
          if (box.right <= dot.left + 1) beside.before = true
          if (box.left >= dot.right - 1) beside.after = true
        }
      }
      if (!beside.before || !beside.after) hanging.push(block.textContent ?? '')
    }
    return { count, hanging }
  })

const widths = [320, 360, 390, 480, 768]

test('at no width a line begins or ends with the dot between two parts [FACTS-20]', async ({
  page,
  shop,
}) => {
  const of = eq(products.id, '7')
  await changeProducts(shop.app, { engravingFeeCents: 6000, engravingMax: 20 }, of)
  const order = await paidOrder(shop.app)
  /** At each width: how many there are, of which none hangs. */
  const countIn = async (what: Locator, where: string) => {
    const counts: number[] = []
    for (const width of widths) {
      await page.setViewportSize({ width, height: 800 })
      const { count, hanging } = await dots(what)
      expect(hanging, `${where} at ${width}`).toEqual([])
      counts.push(count)
    }
    return counts
  }
  for (const path of ['/', '/products', '/product/5', '/product/7', `/order/${order.token}`]) {
    await page.goto(path)
    await expect(page.getByRole('main')).toContainText(' · ')
    await countIn(page.locator('body'), path)
  }
  await page.goto('/product/7')
  await page.getByRole('textbox', { name: /^Engraving/ }).fill('For Ada and for Bea')
  const inMain = await countIn(page.getByRole('main'), 'an engraved piece')
  expect(Math.min(...inMain)).toBeGreaterThanOrEqual(6)
  await page.getByRole('button', { name: 'Add to Cart' }).first().click()
  const drawer = page.getByRole('dialog', { name: 'Your cart' })
  await expect(drawer).toContainText('Engraved “For Ada and for Bea” · $60.00')
  await expect(drawer).toContainText(/held/i)
  expect(await countIn(drawer, 'the cart')).toEqual(widths.map(() => 3))
})
