import { assay, custom, laserMark, recast } from '../pages/pictures.ts'
import { title } from './title.ts'

/**
 * Posts of our own, shown while no content site is configured [D31]. Newest first, as a content
 * site lists them. The body is the named Markdown file beside this one.
 */
export type Post = {
  id: number
  /** Local time of the shop, YYYY-MM-DDTHH:mm:ss. */
  date: string
  title: string
  /** Plain text, 110 to 155 characters; also the page's description. */
  excerpt: string
  file: string
  /** On its card and above its text; `alt` says what it shows. */
  picture: { src: string; alt: string }
}

export const posts: readonly Post[] = [
  {
    id: 4,
    date: '2026-09-16T09:30:00',
    title: 'How a pendant is cast',
    excerpt:
      'From a drawing to wax, from wax to a hollow in plaster, from there to gold: the steps of lost-wax casting, and why no two weights are the same.',
    file: '4-how-a-pendant-is-cast.md',
    picture: custom,
  },
  {
    id: 3,
    date: '2026-07-08T09:30:00',
    title: 'Caring for soft gold',
    excerpt:
      'Pure gold never tarnishes, but it marks easily. Some habits that keep a 24k pendant looking good, and a few well-meaning mistakes.',
    file: '3-caring-for-soft-gold.md',
    picture: recast,
  },
  {
    id: 2,
    date: '2026-04-22T09:30:00',
    title: 'What .9999 means under X-ray',
    excerpt:
      'An X-ray instrument can read gold without leaving a scratch. What it reads, how deep it sees, and why no single number can prove four nines.',
    file: '2-what-9999-means-under-xrf.md',
    picture: assay,
  },
  {
    id: 1,
    date: '2026-02-11T09:30:00',
    title: 'From grams to price',
    excerpt:
      'Three numbers and simple math: grams, the price per gram, and a flat fee. A worked example you can repeat with a calculator, to the cent.',
    file: '1-how-a-price-is-made.md',
    picture: laserMark,
  },
]

/** The list page itself. */
export const page = {
  title,
  description:
    'Notes from the workshop of a Seattle maker of pure 24k gold jewelry: how prices are made, how gold is tested and cast, and how to care for it.',
  lead: 'Notes from the workshop: how things are made, measured, and priced.',
} as const
