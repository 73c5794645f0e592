import type { What } from '../driver/visitor.ts'

export const main: What = { role: 'main' }
export const drawer: What = { role: 'dialog', name: 'Your cart' }
export const inDrawer = (what: What): What => ({ ...what, within: drawer })
export const button = (name: string | RegExp, within?: What): What => ({
  role: 'button',
  name,
  ...(within ? { within } : {}),
})
export const link = (name: string | RegExp, within?: What): What => ({
  role: 'link',
  name,
  ...(within ? { within } : {}),
})
export const field = (name: string | RegExp, within?: What): What => ({
  role: 'field',
  name,
  ...(within ? { within } : {}),
})
export const cartTotal: What = { css: '[data-testid=cart-total]' }
export const openCart = button(/^Cart/)
