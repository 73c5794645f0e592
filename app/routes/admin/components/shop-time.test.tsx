import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { ShopTime } from './shop-time.tsx'

it('shows a time on the shop’s clock, with its zone, in summer and in winter [ADM-14]', () => {
  const shown = (at: Date | string) => renderToStaticMarkup(<ShopTime at={at} />)
  expect(shown('2026-07-11T16:05:00Z')).toBe(
    '<time dateTime="2026-07-11T16:05:00.000Z">Jul 11, 2026, 9:05 AM PDT</time>',
  )
  expect(shown(new Date('2026-01-01T03:05:00Z'))).toContain('Dec 31, 2025, 7:05 PM PST')
})
