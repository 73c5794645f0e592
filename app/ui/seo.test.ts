import { expect, it } from 'vitest'
import { brand } from '#brand'
import { errorMeta, originOf, pageMeta } from './seo.ts'

it('gives a page its own title, description, canonical address and Open Graph tags [SEO-01]', () => {
  const tags = pageMeta({
    title: 'Our Story',
    description: 'Who makes it.',
    path: '/our-story',
    origin: 'https://shop.example',
  })
  expect(tags).toContainEqual({ title: `Our Story · ${brand.name}` })
  expect(tags).toContainEqual({ name: 'description', content: 'Who makes it.' })
  expect(tags).toContainEqual({
    tagName: 'link',
    rel: 'canonical',
    href: 'https://shop.example/our-story',
  })
  expect(tags).toContainEqual({ property: 'og:url', content: 'https://shop.example/our-story' })
  expect(tags).toContainEqual({ property: 'og:title', content: 'Our Story' })
  expect(tags).toContainEqual({ property: 'og:description', content: 'Who makes it.' })
})

const page = { title: 'A piece', description: '', origin: 'https://shop.example' }

it.each([
  ['/', '/share/home.jpg'],
  ['/our-story', '/share/our-story.jpg'],
  ['/qa/history-24k', '/share/qa-history-24k.jpg'],
  ['/blog?page=2', '/share/blog.jpg'],
])('shows %s with its own card, of known size, where it is shared', (path, card) => {
  const tags = pageMeta({ ...page, path })
  expect(tags).toContainEqual({ property: 'og:image', content: `https://shop.example${card}` })
  expect(tags).toContainEqual({ property: 'og:image:width', content: '1200' })
  expect(tags).toContainEqual({ property: 'og:image:height', content: '630' })
  expect(tags).toContainEqual({ property: 'og:image:alt', content: `A piece, ${brand.name}` })
})

it('shows a page with the picture it names, whose size is not known', () => {
  const image = { src: 'https://pictures.example/a.jpg', alt: 'A wave' }
  const tags = pageMeta({ ...page, path: '/product/99', image })
  expect(tags).toContainEqual({ property: 'og:image', content: image.src })
  expect(tags).toContainEqual({ property: 'og:image:alt', content: 'A wave' })
  expect(JSON.stringify(tags)).not.toContain('og:image:width')
})

it('names the shop once in a title that holds it already [SEO-01]', () => {
  const title = `${brand.name}: gold`
  const page = { title, description: '', path: '/', origin: 'https://shop.example' }
  expect(pageMeta(page)).toContainEqual({ title })
})

it('keeps error pages out of search engines [SEO-01]', () => {
  expect(errorMeta('Page Not Found')).toContainEqual({ name: 'robots', content: 'noindex' })
})

it('finds the origin among a page’s matches [SEO-01]', () => {
  const root = { id: 'root', loaderData: { origin: 'https://shop.example' } }
  expect(originOf([root, { id: 'routes/shop/home' }])).toBe('https://shop.example')
  expect(originOf([undefined, { id: 'root', loaderData: undefined }])).toBe('http://localhost')
})
