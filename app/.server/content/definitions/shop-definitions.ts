import { taxPlaces } from '#app/domain/address/us-places.ts'
import { defaultBrand } from '#brand'
import { maker } from '#content/pages/maker.ts'
import { assay, custom, hero, laserMark, recast, story } from '#content/pages/pictures.ts'
import { homeSizes, storyMark, storySizes } from '#content/pages/piece-pictures.ts'
import { field, type TextDefinition } from './text-definition.ts'

const plain = { variables: [], needs: [], keeps: [], file: null, isLegal: false } as const
const { address } = defaultBrand

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
    field('line', { name: 'name', label: 'Shop name', builtIn: defaultBrand.name, max: 40 }),
    field('line', {
      name: 'tagline',
      label: 'Tagline',
      builtIn: defaultBrand.tagline,
      max: 80,
    }),
    field('text', {
      name: 'description',
      label: 'What you make, in a sentence or two',
      hint: 'Shown in search results, and when someone adds the shop to a home screen.',
      builtIn: defaultBrand.description,
      max: 300,
    }),
    field('email', { name: 'email', label: 'Email', builtIn: defaultBrand.email }),
    field('phone', { name: 'phone', label: 'Phone', builtIn: defaultBrand.phone }),
    field('line', {
      name: 'address.street',
      label: 'Street',
      group: 'Address',
      builtIn: address.street,
      max: 100,
    }),
    field('line', {
      name: 'address.city',
      label: 'City',
      group: 'Address',
      builtIn: address.city,
      max: 60,
    }),
    field('choice', {
      name: 'address.region',
      label: 'State',
      group: 'Address',
      builtIn: address.region,
      options: Object.entries(taxPlaces),
    }),
    field('zip', {
      name: 'address.postalCode',
      label: 'ZIP',
      group: 'Address',
      builtIn: address.postalCode,
    }),
    field('line', {
      name: 'hours',
      label: 'Business hours',
      group: 'Hours',
      builtIn: defaultBrand.hours,
      max: 120,
    }),
    field('line', {
      name: 'closed',
      label: 'Days closed',
      group: 'Hours',
      builtIn: defaultBrand.closed,
      max: 120,
    }),
    field('line', {
      name: 'parcels',
      label: 'Shipping promise',
      hint: 'One sentence, shown under the buy buttons and in the terms. Leave blank to show nothing.',
      group: 'Shipping',
      builtIn: defaultBrand.parcels,
      isOptional: true,
      max: 120,
    }),
    field('line', {
      name: 'returnShipping',
      label: 'Return shipping',
      hint: 'One sentence that says who pays for it, shown with your return policy. Leave blank to show nothing.',
      group: 'Shipping',
      builtIn: defaultBrand.returnShipping,
      isOptional: true,
      max: 120,
    }),
    field('line', {
      name: 'recastPrice',
      label: 'Price of a recast',
      hint: 'A percentage of the production cost, such as 50%. Shown everywhere your site mentions the recast price, except where you’ve typed a specific number into the text.',
      group: 'Fees and timing',
      builtIn: defaultBrand.recastPrice,
      max: 20,
    }),
    field('line', {
      name: 'customTime',
      label: 'How long custom work takes',
      hint: 'For example, 30-45 business days.',
      group: 'Fees and timing',
      builtIn: defaultBrand.customTime,
      max: 40,
    }),
    field('line', {
      name: 'restockingFee',
      label: 'Research and restocking fee',
      hint: 'For orders placed on behalf of a sanctioned party. For example, 20%. Talk to a lawyer before you change it.',
      group: 'Fees and timing',
      builtIn: defaultBrand.restockingFee,
      max: 20,
    }),
    field('line', {
      name: 'deposit',
      label: 'Deposit for custom work',
      hint: 'Filled in by default on new custom orders. For example, 50% or $500.',
      group: 'Fees and timing',
      builtIn: defaultBrand.deposit,
      max: 20,
    }),
    field('line', {
      name: 'founder',
      label: 'Founder',
      hint: 'Shown under the founder’s note on Our Story, and next to the portrait on Our Story, Home, and Contact. Leave blank to show none.',
      group: 'People and links',
      builtIn: defaultBrand.founder,
      isOptional: true,
      max: 80,
    }),
    field('line', {
      name: 'workshop',
      label: 'Workshop',
      hint: 'One sentence about your workshop. Your street address appears with it once you’ve replaced the sample address. Leave blank to show nothing.',
      group: 'People and links',
      builtIn: defaultBrand.workshop,
      isOptional: true,
      max: 160,
    }),
    field('link', {
      name: 'videoChannel',
      label: 'Video channel',
      hint: 'Linked at the bottom of each page. Leave blank for no link.',
      group: 'People and links',
      builtIn: defaultBrand.videoChannel,
      isOptional: true,
    }),
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
    field('line', { name: 'text', label: 'Text', builtIn: '', isOptional: true, max: 200 }),
    field('link', {
      name: 'link',
      label: 'Link',
      hint: 'A page in your shop, such as /contact, or an address that begins with https://.',
      builtIn: '',
      isOptional: true,
    }),
    field('line', {
      name: 'linkLabel',
      label: 'Link text',
      hint: 'Leave blank to make the whole line the link.',
      builtIn: '',
      isOptional: true,
      max: 40,
    }),
    field('time', {
      name: 'from',
      label: 'Shown from',
      hint: 'Leave blank to show it immediately.',
      builtIn: '',
      isOptional: true,
    }),
    field('time', {
      name: 'until',
      label: 'Shown until',
      hint: 'Leave blank to show it until you take it down. Both are in your shop’s time zone.',
      builtIn: '',
      isOptional: true,
    }),
  ],
}

/** The pictures that pages bring themselves, by the name of their fields. */
export const pagePictures = {
  ...{ hero, homeSizes, assay, laserMark, recast, story, storyMark, storySizes, custom },
  ...maker,
} as const

const shownOn: Record<keyof typeof pagePictures, string> = {
  hero: 'Top of home page',
  homeSizes: 'Home: sizes',
  assay: 'Material guarantee',
  laserMark: 'Weight guarantee',
  recast: 'Recast guarantee',
  story: 'Our Story',
  storyMark: 'Our Story: wide image',
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
