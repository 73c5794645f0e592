import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { ownPicture } from './own-picture.ts'
import { Picture } from './picture.tsx'

const own = '/pendants/sound-wave-front.jpg'
const foreign = 'https://pictures.example/wave.jpg'
const html = (props: Partial<Parameters<typeof Picture>[0]>) =>
  renderToStaticMarkup(<Picture src={own} alt="A wave" side={400} {...props} />)

describe('a picture of our own', () => {
  it('comes as AVIF and WebP in four widths, and as JPEG for the rest [PIC-02]', () => {
    expect(ownPicture(own)?.sources).toEqual([
      {
        type: 'image/avif',
        srcSet: [320, 672, 960, 1600]
          .map((width) => `/pendants/sound-wave-front-${width}.avif ${width}w`)
          .join(', '),
      },
      {
        type: 'image/webp',
        srcSet: [320, 672, 960, 1600]
          .map((width) => `/pendants/sound-wave-front-${width}.webp ${width}w`)
          .join(', '),
      },
    ])
    const sources = html({ sizes: '50vw' }).match(/<source [^>]*>/g) ?? []
    expect(sources.map((source) => /type="([^"]*)"/.exec(source)?.[1])).toEqual([
      'image/avif',
      'image/webp',
    ])
    for (const source of sources) expect(source).toContain('sizes="50vw"')
    expect(html({})).toContain(`<img src="${own}"`)
  })

  it.each([
    foreign,
    '/pendants/sound-wave-front.svg',
    '/pendants/sound-wave-front.jpg?v=2',
    '/pendants/../x.jpg',
    '/share/home.jpg',
    'https://pictures.example/pendants/wave.jpg',
  ])('is known by its address: %s is none', (src) => {
    expect(ownPicture(src)).toBeNull()
  })
})

describe('an uploaded picture', () => {
  const upload = '/media/0123456789abcdef-01234567-800x600-30x70.jpg'
  it('comes in the widths its address tells, and fills a card around its focus [MEDIA-03, MEDIA-06]', () => {
    const [avif] = ownPicture(upload)?.sources ?? []
    const path = upload.replace('.jpg', '')
    expect(avif?.srcSet).toBe(
      [320, 672, 800].map((width) => `${path}-${width}.avif ${width}w`).join(', '),
    )
    expect(html({ src: upload, filled: true })).toContain(
      'style="object-fit:cover;object-position:30% 70%"',
    )
    expect(html({ src: upload })).not.toContain('object-fit')
    expect(html({ filled: true })).not.toContain('object-fit')
  })
})

describe('any picture', () => {
  it('of others stands by its own address alone, without a referrer [PIC-02]', () => {
    expect(html({ src: foreign })).not.toContain('<source')
    expect(html({ src: foreign })).toContain(`src="${foreign}"`)
    expect(html({ src: foreign })).toContain('referrerPolicy="no-referrer"')
  })

  it('has its measures before it comes; the first comes before others [PIC-03]', () => {
    const later = html({})
    expect(later).toContain('width="400" height="400"')
    expect(later).toContain('loading="lazy"')
    expect(later).toContain('decoding="async"')
    const first = html({ eager: true })
    expect(first).toContain('loading="eager"')
    expect(first).toContain('fetchPriority="high"')
  })
})
