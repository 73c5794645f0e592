import type { Product } from '#app/domain/catalog/product.ts'
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
import { priceProof } from '../pages/price-proof.ts'
import { recastGuarantee } from '../pages/recast-guarantee.ts'
import { builtInPendants, pendantFacts } from '../pendants/catalog.ts'
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
  /** One of ours by name, of `content/pictures`. */
  picture: string
}

export const cardSize = { width: 1200, height: 630 } as const

const pages: readonly Card[] = [
  { file: 'home', title: home.title, picture: 'hero' },
  { file: 'products', title: 'Our Collection', picture: 'compass-coin-front' },
  { file: 'gold-price', title: goldPrice.title, picture: 'low-sun-front' },
  {
    file: 'gold-price-proof',
    title: priceProof.title,
    above: goldPrice.title,
    picture: 'eight-faces-front',
  },
  { file: 'our-story', title: ourStory.title, picture: 'story' },
  { file: 'custom-work', title: customWork.title, picture: 'custom' },
  { file: 'guarantees', title: guarantees.title, picture: 'harbor-knot-front' },
  { file: 'material-guarantee', title: materialGuarantee.title, picture: 'assay' },
  { file: 'laser-weight-guarantee', title: laserWeightGuarantee.title, picture: 'laser-mark' },
  { file: 'recast-guarantee', title: recastGuarantee.title, picture: 'recast' },
  { file: 'contact', title: contact.title, picture: 'capital-a-front' },
  { file: 'find-order', title: 'Find my order', picture: 'fir-cone-front' },
  { file: 'blog', title: journal.page.title, picture: 'snow-line-front' },
  { file: 'qa', title: qa.page.title, picture: 'compass-coin-front' },
]

const topicPieces = ['fir-cone', 'compass-coin', 'eight-faces', 'harbor-knot'] as const
const postPieces = ['sound-wave', 'low-sun', 'capital-a', 'snow-line'] as const

export const cards: readonly Card[] = [
  ...pages,
  ...qa.topics.map(({ id, title }, at) => ({
    file: `qa-${id}`,
    title,
    above: qa.page.title,
    picture: `${topicPieces[at % topicPieces.length]}-front`,
  })),
  ...legalTexts.map(({ id, title }) => ({ file: id, title, picture: 'capital-a-front' })),
  ...pendantFacts.map(({ slug, name }) => ({
    file: pendantFile(slug),
    title: name,
    picture: `${slug}-front`,
  })),
  ...journal.posts.map(({ id, title }, at) => ({
    file: postFile(id),
    title,
    above: journal.page.title,
    picture: `${postPieces[at % postPieces.length]}-front`,
  })),
]

/** Of a piece that still has its built-in name and picture; null once either was changed. */
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
