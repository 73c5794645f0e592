/**
 * The one file a jeweler edits: the shop's name, addresses and links.
 *
 * Everything that still stands at a placeholder is listed in `placeholders`; the launch check reads
 * it. Placeholders use names reserved for examples (example.com, 555 numbers), so that nothing here
 * can reach somebody else by accident.
 */
export const brand = {
  name: 'Four Nines',
  mark: '.9999',
  tagline: 'Pure 24k gold, by the gram',
  description:
    'A US maker of pure 24k (.9999) gold jewelry, mostly pendants. Each piece is priced by its weight from the live gold price, plus a flat fee.',
  email: 'hello@fournines.example.com',
  phone: '(206) 555-0149',
  address: {
    street: '1000 Example Street, Suite 100',
    city: 'Seattle',
    region: 'WA',
    postalCode: '98101',
    country: 'US',
  },
  /** The shop's clock, by its IANA name; staff read every time on it. */
  timeZone: 'America/Los_Angeles',
  hours: 'Mon-Fri 9:00 AM-5:00 PM PST',
  closed: 'Weekends closed',
  founder: 'The founder',
  videoChannel: 'https://www.example.com/four-nines-videos',
} as const

/** Fields above that are not this shop's real ones yet. Remove a name when you set its value. */
export const placeholders: readonly (keyof typeof brand)[] = [
  'email',
  'phone',
  'address',
  'founder',
  'videoChannel',
]
