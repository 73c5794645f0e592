import type { Brand } from './app/domain/content/brand-facts.ts'

/**
 * The shop's name, addresses and links as it comes. What staff save under Content replaces them
 * (docs/decisions/057-saved-settings.md), so no line here must be edited.
 *
 * Everything that still stands at a placeholder is listed in `placeholders`; the launch check reads
 * it. Placeholders use names reserved for examples (example.com, 555 numbers), so that nothing here
 * can reach somebody else by accident.
 */
export const defaultBrand: Brand = {
  name: 'Four Nines',
  mark: '.9999',
  tagline: 'Pure 24k gold, by the gram',
  description:
    'A U.S. maker of pure 24k (.9999) gold jewelry, mostly pendants. Each piece is priced by weight from the live gold price, plus a flat fee.',
  email: 'hello@fournines.example.com',
  phone: '(206) 555-0149',
  phoneNumber: '+12065550149',
  phoneLink: 'tel:+12065550149',
  address: {
    street: '1000 Example Street, Suite 100',
    city: 'Seattle',
    region: 'WA',
    postalCode: '98101',
    country: 'US',
  },
  timeZone: 'America/Los_Angeles',
  hours: 'Mon-Fri 9:00 AM-5:00 PM Pacific Time',
  closed: 'Weekends closed',
  parcels: 'Packages are insured and require a signature on delivery.',
  returnShipping: 'You pay for return shipping unless the mistake is ours.',
  recastPrice: '50%',
  customTime: '30-45 business days',
  restockingFee: '20%',
  deposit: '50%',
  founder: '',
  workshop: '',
  videoChannel: 'https://www.example.com/four-nines-videos',
}

/**
 * Who the shop is now. On the server each request reads the facts that were saved when it came
 * (app/.server/platform/shop-brand.ts); a browser is given them with the page (app/root.tsx).
 */
export const brand: Brand = { ...defaultBrand }

/**
 * Fields above that are not this shop's real ones yet. Remove a name when you set its value. What the
 * built-in pieces hang on is not either: `builtInChain` in `app/domain/catalog/necklace-chain.ts`, which the
 * launch check asks about until each piece that is shown says something else.
 */
export const placeholders: readonly (keyof Brand)[] = [
  'email',
  'phone',
  'address',
  'founder',
  'videoChannel',
]
