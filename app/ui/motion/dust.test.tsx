import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { Dust } from './dust.tsx'

it('has 50 specks that no screen reader meets, in the same bytes every time [NAV-12]', () => {
  const html = renderToStaticMarkup(<Dust />)
  expect(html.match(/<i><\/i>/g)).toHaveLength(50)
  expect(html).toContain('aria-hidden="true"')
  expect(renderToStaticMarkup(<Dust />)).toBe(html)
})
