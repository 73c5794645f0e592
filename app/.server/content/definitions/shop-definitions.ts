import { taxPlaces } from '#app/domain/address/us-places.ts'
import { leavesOf } from '#app/domain/content/page-texts.ts'
import type { TextField } from '#app/domain/content/text-field.ts'
import { defaultBrand } from '#brand'
import { maker } from '#content/pages/maker.ts'
import { assay, custom, hero, laserMark, recast, story } from '#content/pages/pictures.ts'
import { homeSizes, storyMark, storySizes, storyWorn } from '#content/pages/piece-pictures.ts'
import { field, type TextDefinition } from './text-definition.ts'

const plain = { variables: [], needs: [], keeps: [], file: null, isLegal: false } as const

type Kind = Parameters<typeof field>[0]
type Rules = Partial<Pick<TextField, 'max' | 'hint' | 'isOptional' | 'options'>>

const shipped = new Map(leavesOf(defaultBrand, () => true).map(({ name, value }) => [name, value]))

/** A fact of the brand, by its place there. */
const own = (kind: Kind, name: string, label: string, rules: Rules = {}) =>
  field(kind, { name, label, builtIn: shipped.get(name) ?? '', ...rules })

/** What is empty until staff write it, and may stay so. */
const blank = (kind: Kind, name: string, label: string, rules: Rules = {}) =>
  field(kind, { name, label, builtIn: '', isOptional: true, ...rules })

const inGroup = (group: string, fields: readonly TextField[]) =>
  fields.map((each) => ({ ...each, group }))

/** Who the shop is: on pages, in emails and papers, for search engines. */
export const brandDefinition: TextDefinition = {
  ...plain,
  key: 'brand',
  group: 'shop',
  name: 'Name, address, hours',
  path: '/contact',
  about:
    'Your business information. It appears on your site, receipts, and labels, and in emails and search results. Documents you’ve already issued don’t change.',
  fields: [
    own('line', 'name', 'Shop name', { max: 40 }),
    own('line', 'tagline', 'Tagline', { max: 80 }),
    own('text', 'description', 'What you make, in a sentence or two', {
      hint: 'Shown in search results, and when someone adds the shop to a home screen.',
      max: 300,
    }),
    own('email', 'email', 'Email'),
    own('phone', 'phone', 'Phone'),
    ...inGroup('Address', [
      own('line', 'address.street', 'Street', { max: 100 }),
      own('line', 'address.city', 'City', { max: 60 }),
      own('choice', 'address.region', 'State', { options: Object.entries(taxPlaces) }),
      own('zip', 'address.postalCode', 'ZIP'),
    ]),
    ...inGroup('Hours', [
      own('line', 'hours', 'Business hours', { max: 120 }),
      own('line', 'closed', 'Days closed', { max: 120 }),
    ]),
    ...inGroup('Shipping', [
      own('line', 'parcels', 'Shipping promise', {
        hint: 'One sentence, shown under the buy buttons and in the terms. Leave blank to show nothing.',
        isOptional: true,
        max: 120,
      }),
      own('line', 'returnShipping', 'Return shipping', {
        hint: 'One sentence that says who pays for it, shown with your return policy. Leave blank to show nothing.',
        isOptional: true,
        max: 120,
      }),
    ]),
    ...inGroup('Fees and timing', [
      own('line', 'recastPrice', 'Price of a recast', {
        hint: 'A percentage of the production cost, such as 50%. Shown everywhere your site mentions the recast price, except where you’ve typed a specific number into the text.',
        max: 20,
      }),
      own('line', 'customTime', 'How long custom work takes', {
        hint: 'For example, 30-45 business days.',
        max: 40,
      }),
      own('line', 'restockingFee', 'Research and restocking fee', {
        hint: 'For orders placed on behalf of a sanctioned party. For example, 20%. Talk to a lawyer before you change it.',
        max: 20,
      }),
      own('line', 'deposit', 'Deposit for custom work', {
        hint: 'Filled in by default on new custom orders. For example, 50% or $500.',
        max: 20,
      }),
    ]),
    ...inGroup('People and links', [
      own('line', 'founder', 'Founder', {
        hint: 'Shown under the founder’s note on Our Story, and next to the portrait on Our Story, Home, and Contact. Leave blank to show none.',
        isOptional: true,
        max: 80,
      }),
      own('line', 'workshop', 'Workshop', {
        hint: 'One sentence about your workshop. Your street address appears with it once you’ve replaced the sample address. Leave blank to show nothing.',
        isOptional: true,
        max: 160,
      }),
      own('link', 'videoChannel', 'Video channel', {
        hint: 'Linked at the bottom of each page. Leave blank for no link.',
        isOptional: true,
      }),
    ]),
  ],
}

/** A line above every page. */
export const announcementDefinition: TextDefinition = {
  ...plain,
  key: 'announcement',
  group: 'shop',
  name: 'Announcement',
  path: '/',
  about:
    'One line above every page, such as days off or a show you’ll be at. Leave the text blank to show nothing.',
  fields: [
    blank('line', 'text', 'Text', { max: 200 }),
    blank('link', 'link', 'Link', {
      hint: 'A page in your shop, such as /contact, or an address that begins with https://.',
    }),
    blank('line', 'linkLabel', 'Link text', {
      hint: 'Leave blank to make the whole line the link.',
      max: 40,
    }),
    blank('time', 'from', 'Shown from', { hint: 'Leave blank to show it immediately.' }),
    blank('time', 'until', 'Shown until', {
      hint: 'Leave blank to show it until you take it down. Both are in your shop’s time zone.',
    }),
  ],
}

/** The pictures that pages bring themselves, by the name of their fields. */
export const pagePictures = {
  ...{ hero, homeSizes, assay, laserMark, recast, custom },
  ...{ story, storyMark, storyWorn, storySizes },
  ...maker,
} as const

const shownOn: Record<keyof typeof pagePictures, string> = {
  hero: 'Top of home page',
  homeSizes: 'Home: sizes',
  assay: 'Material guarantee',
  laserMark: 'Weight guarantee',
  recast: 'Recast guarantee',
  story: 'Our Story',
  storyMark: 'Our Story: beside the founder’s note',
  storyWorn: 'Our Story: a worn piece',
  storySizes: 'Our Story: sizes',
  custom: 'Custom Work',
  portrait: 'Portrait of the founder',
  workshop: 'Your workshop',
}

/** What the home page and the pages it leads to show. */
export const picturesDefinition: TextDefinition = {
  ...plain,
  key: 'pictures',
  group: 'shop',
  name: 'Home page images',
  path: '/',
  about:
    'Replace the default images with your own. Choose them from the library and describe each one. The focal point always stays visible.',
  fields: Object.entries(pagePictures).flatMap(([name, { src, alt }]) => {
    const group = shownOn[name as keyof typeof pagePictures]
    // Of people and places only the shop has pictures.
    const optional = src === '' ? { isOptional: true as const } : {}
    return [
      field('picture', { name, label: 'Image', group, builtIn: src, ...optional }),
      field('line', {
        name: `${name}.alt`,
        label: 'Image description (alt text)',
        hint: 'Screen readers read this aloud to people who can’t see the image.',
        group,
        builtIn: alt,
        ...optional,
        max: 300,
      }),
    ]
  }),
}
