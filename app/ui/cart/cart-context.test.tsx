import { renderToString } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { CartProvider, useCart } from './cart-context.tsx'

function Count() {
  return <p>{useCart().cart.items.length} lines</p>
}

describe('useCart', () => {
  it('throws outside its provider [CART-13]', () => {
    expect(() => renderToString(<Count />)).toThrow('useCart must be used inside a CartProvider')
  })

  it('is empty on the server, for every visitor alike [CART-11]', () => {
    const html = renderToString(
      <CartProvider>
        <Count />
      </CartProvider>,
    )
    expect(html).toContain('0<!-- --> lines')
  })
})
