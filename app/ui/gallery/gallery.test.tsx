import fc from 'fast-check'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { Gallery, neighbor } from './gallery.tsx'

const images = ['front', 'edge', 'scale'].map((view) => ({
  id: view,
  src: `/pendants/${view}.svg`,
  alt: `The ${view}`,
}))

describe('the gallery', () => {
  it('goes round both ends: before the first is the last, after the last the first [PDP-04]', () => {
    expect(neighbor(0, -1, 3)).toBe(2)
    expect(neighbor(2, 1, 3)).toBe(0)
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10 }), fc.nat(9), (count, start) => {
        fc.pre(start < count)
        const there = neighbor(start, 1, count)
        expect(neighbor(there, -1, count)).toBe(start)
        let at = start
        for (let step = 0; step < count; step += 1) at = neighbor(at, 1, count)
        expect(at).toBe(start)
      }),
    )
  })

  it('links each thumbnail to its picture, for readers without JavaScript [PDP-05]', () => {
    const html = renderToStaticMarkup(<Gallery name="Sound Wave" images={images} />)
    for (const { src } of images) expect(html).toContain(`<a href="${src}"`)
  })

  it('has no arrows or thumbnails for one picture, and a mark for none', () => {
    const one = renderToStaticMarkup(<Gallery name="Sound Wave" images={images.slice(0, 1)} />)
    expect(one).toContain('alt="The front"')
    expect(one).not.toContain('<button')
    expect(one).not.toContain('<a ')
    const none = renderToStaticMarkup(<Gallery name="Sound Wave" images={[]} />)
    expect(none).not.toContain('<img')
    expect(none).toContain('aria-label="Sound Wave"')
  })
})
