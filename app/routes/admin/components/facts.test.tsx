import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { Facts } from './facts.tsx'

it('leaves out a name that has nothing beside it, as a parcel without insurer or label [PARCEL-01]', () => {
  const shown = renderToStaticMarkup(
    <Facts
      facts={[
        ['Declared', '$2,215.60'],
        ['Insured', ''],
        ['Label', undefined],
        ['Weighed', null],
        ['Signature', false],
        ['Left', 0],
      ]}
    />,
  )
  expect(shown.match(/<dt[^>]*>([^<]+)/g)?.map((name) => name.replace(/.*>/, ''))).toEqual([
    'Declared',
    'Left',
  ])
})
