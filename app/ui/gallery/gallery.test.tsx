import fc from 'fast-check'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { Gallery, neighbor } from './gallery.tsx'

const images = ['front', 'edge', 'scale'].map((view) => ({
  id: view,
  src: `/pendants/wave-${view}.jpg`,
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
    const links = [...html.matchAll(/<a href="([^"]*)"/g)].map(([, href]) => href)
    const files = images.map(({ src }) => src)
    // The large ones, of which a wide screen shows one, then the thumbnails.
    expect(links).toEqual([...files, ...files])
    expect(html.match(/data-shown/g)).toHaveLength(1)
  })

  it('asks for the large picture at once, and for thumbnails in the smallest width [PIC-03]', () => {
    const html = renderToStaticMarkup(<Gallery name="Sound Wave" images={images} />)
    expect(html.match(/fetchPriority="high"/g)).toHaveLength(1)
    expect(html.match(/loading="eager"/g)).toHaveLength(1)
    expect(html.match(/loading="lazy"/g)).toHaveLength(2 * images.length - 1)
    expect(html.match(/sizes="112px"/g)).toHaveLength(2 * images.length)
  })

  it('has no arrows or thumbnails for one picture, and a mark for none', () => {
    const one = renderToStaticMarkup(<Gallery name="Sound Wave" images={images.slice(0, 1)} />)
    expect(one).toContain('alt="The front"')
    expect(one).not.toContain('<button')
    expect(one.match(/<a /g)).toHaveLength(1)
    const none = renderToStaticMarkup(<Gallery name="Sound Wave" images={[]} />)
    expect(none).not.toContain('<img')
    expect(none).toContain('aria-label="Sound Wave"')
  })
})
