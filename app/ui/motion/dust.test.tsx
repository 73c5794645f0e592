import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { Dust } from './dust.tsx'

it('costs the page of the server nothing, and no screen reader meets it [NAV-12]', () => {
  expect(renderToStaticMarkup(<Dust />)).toBe('<div class="dust" aria-hidden="true"></div>')
})
