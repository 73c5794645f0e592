import type { Product } from '#app/domain/catalogue/product.ts'
import * as journal from '../journal/index.ts'
import { legalTexts } from '../legal/index.ts'
import { contact } from '../pages/contact.ts'
import { customWork } from '../pages/custom-work.ts'
import { goldPrice } from '../pages/gold-price.ts'
import { guarantees } from '../pages/guarantees.ts'
import { home } from '../pages/home.ts'
import { laserWeightGuarantee } from '../pages/laser-weight-guarantee.ts'
import { materialGuarantee } from '../pages/material-guarantee.ts'
import { ourStory } from '../pages/our-story.ts'
import { recastGuarantee } from '../pages/recast-guarantee.ts'
import { builtInPendants, pendantFacts } from '../pendants/catalogue.ts'
import * as qa from '../qa/index.ts'

/**
 * The pictures that stand beside a shared link: one for each page and built-in pendant, `{file}.jpg`
 * beside this file. `scripts/share-pictures.ts` makes them; run it again when a name here changes.
 * No price or weight stands on them: those move.
 */
export type Card = {
  /** The path of its page with hyphens for slashes; of pendants and posts, see below. */
  file: string
  title: string
  /** What the page belongs to. */
  above?: string
  /** One of `content/pendants/drawings`. */
  drawing: string
}

export const cardSize = { width: 1200, height: 630 } as const

const pages: readonly Card[] = [
  { file: 'home', title: home.title, drawing: 'sound-wave-front' },
  { file: 'products', title: 'Our Collection', drawing: 'compass-coin-front' },
  { file: 'gold-price', title: goldPrice.title, drawing: 'low-sun-front' },
  { file: 'our-story', title: ourStory.title, drawing: 'low-sun-front' },
  { file: 'custom-work', title: customWork.title, drawing: 'eight-faces-front' },
  { file: 'guarantees', title: guarantees.title, drawing: 'harbor-knot-front' },
  { file: 'material-guarantee', title: materialGuarantee.title, drawing: 'snow-line-front' },
  { file: 'laser-weight-guarantee', title: laserWeightGuarantee.title, drawing: 'fir-cone-front' },
  { file: 'recast-guarantee', title: recastGuarantee.title, drawing: 'harbor-knot-front' },
  { file: 'contact', title: contact.title, drawing: 'capital-a-front' },
  { file: 'blog', title: journal.page.title, drawing: 'snow-line-front' },
  { file: 'qa', title: qa.page.title, drawing: 'compass-coin-front' },
]

const topicDrawings = ['fir-cone', 'compass-coin', 'eight-faces', 'harbor-knot'] as const
const postDrawings = ['sound-wave', 'low-sun', 'capital-a', 'snow-line'] as const

export const cards: readonly Card[] = [
  ...pages,
  ...qa.topics.map(({ id, title }, at) => ({
    file: `qa-${id}`,
    title,
    above: qa.page.title,
    drawing: `${topicDrawings[at % topicDrawings.length]}-front`,
  })),
  ...legalTexts.map(({ id, title }) => ({ file: id, title, drawing: 'capital-a-front' })),
  ...pendantFacts.map(({ slug, name }) => ({
    file: pendantFile(slug),
    title: name,
    drawing: `${slug}-front`,
  })),
  ...journal.posts.map(({ id, title }, at) => ({
    file: postFile(id),
    title,
    above: journal.page.title,
    drawing: `${postDrawings[at % postDrawings.length]}-front`,
  })),
]

/** Of a piece that still has its built-in name and drawing; null once either was changed. */
export function pendantCard({ name, images }: Pick<Product, 'name' | 'images'>): string | null {
  const known = builtInPendants.find(
    (pendant) => pendant.name === name && pendant.images[0]?.src === images[0]?.src,
  )
  return known ? cardAddress(pendantFile(known.slug)) : null
}

/** Of a post of `content/journal`; a content site's post of the same number is another. */
export function postCard(id: number): string {
  return cardAddress(postFile(id))
}

export function cardAddress(file: string): string {
  return `/share/${file}.jpg`
}

function pendantFile(slug: string): string {
  return `pendant-${slug}`
}

function postFile(id: number): string {
  return `post-${id}`
}
