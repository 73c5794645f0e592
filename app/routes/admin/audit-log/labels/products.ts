import type { AuditAction } from '#app/.server/audit-log/record-event.ts'
import type { FieldChange } from '#app/domain/text/field-changes.ts'
import type { EntryText, EntryTexts, Of } from './entry-text.ts'
import {
  dollars,
  dollarsOfCents,
  grams,
  gramsSold,
  type ShownChange,
  shopClock,
  shownChanges,
} from './shown-changes.ts'

/** As the product form calls them. */
const fields = {
  name: 'Name',
  slug: 'Web address',
  taxCode: 'Tax Code',
  active: 'Product Active',
  featured: 'Featured Product',
  finalSale: 'Final sale',
  usOnly: 'US only',
  shownFrom: ['Show starting on', shopClock],
  shownUntil: ['Hide starting on', shopClock],
  chain: 'Chain or cord',
  pieces: 'In stock',
  options: 'Order of options',
  'options.price': ['Price difference', dollars],
  'options.grams': ['Weight difference', grams],
  engraved: 'Can be engraved',
  engravingFee: ['Engraving fee', dollars],
  engravingMax: 'Maximum engraving length',
  shortDescription: 'Short Description',
  description: 'Full Description',
  searchTitle: 'Title in search results',
  searchDescription: 'Description in search results',
  formatting: 'Full Description formatting',
  categories: 'Categories',
  sizes: 'Order of gold sizes',
  'sizes.weight': ['Weight', grams],
  'sizes.fee': ['Flat fee', dollars],
  'sizes.pieces': 'In stock',
  'sizes.stripeLink': 'Payment link',
  specifications: 'Order of specifications',
  'specifications.value': 'Specification',
  images: 'Order of images',
  'images.alt': 'Image description (alt text)',
} as const

const pictureFields = {
  alt: 'Image description (alt text)',
  rotation: ['Turned', (value: unknown) => `${value}°`],
  cut: 'Cut',
  focus: 'Kept in sight',
} as const

const id = ({ target }: { target: { id: string } }) => `id ${target.id}`

/** A row of pictures that came or went says so; its address says which. */
function pictures({ field, of = '', before, after }: FieldChange): ShownChange | null {
  if (field !== 'images.alt' || (before !== null && after !== null)) return null
  const file = of.split('/').at(-1) ?? of
  return {
    label: 'Image',
    before: before === null ? '—' : file,
    after: after === null ? '—' : file,
  }
}

const productChanges = (changes: readonly FieldChange[] | undefined) =>
  (changes ?? []).flatMap((change) => pictures(change) ?? shownChanges([change], fields))

/** Of a change of many products the first few are in the log; its own screen has all. */
const productsShown = 5

type Part = Readonly<Record<string, unknown>>
type ChangedProduct = { name: string; before: object; after: object }

function manyProducts(changes: readonly ChangedProduct[]): ShownChange[] {
  return changes.slice(0, productsShown).flatMap(({ name, before, after }) =>
    Object.keys(after).flatMap((field) => {
      const [old, present] = [(before as Part)[field], (after as Part)[field]]
      const said = Array.isArray(present) && field === 'sizes' ? sizes(old, present) : null
      if (said) return said.map((one) => ({ ...one, label: `${name}: ${one.label}` }))
      const change = { field, before: old ?? null, after: present ?? null } as FieldChange
      return shownChanges([change], fields).map((one) => ({
        ...one,
        label: `${name}: ${one.label}`,
      }))
    }),
  )
}

type Size = { size: string; weight: number; fee: number; pieces?: number }

/** In milligrams and cents, as plans of many products hold them. */
function sizes(before: unknown, after: readonly Size[]): ShownChange[] {
  const old = new Map(((before as Size[] | undefined) ?? []).map((one) => [one.size, one]))
  return after.flatMap(({ size, weight, fee, pieces = null }) => {
    const was = old.get(size)
    const changes = [
      { field: 'weight', of: size, before: was?.weight ?? null, after: weight },
      { field: 'fee', of: size, before: was?.fee ?? null, after: fee },
      { field: 'pieces', of: size, before: was?.pieces ?? null, after: pieces },
    ].filter((one) => one.before !== one.after)
    return shownChanges(changes, {
      weight: ['Weight', gramsSold],
      fee: ['Flat fee', dollarsOfCents],
      pieces: 'In stock',
    })
  })
}

type ManyChanged = Extract<AuditAction, { action: 'products.changed' }>['facts']

function done(what: string, { title, pieces, part, parts, changes }: ManyChanged): EntryText {
  const products = `${pieces} ${pieces === 1 ? 'product' : 'products'}`
  const of = parts > 1 ? `entry ${part} of ${parts}` : ''
  return [`${what} ${products}:`, title, of, manyProducts(changes)]
}

export const productEntryLabels: EntryTexts<Of<'product' | 'products' | 'media'>> = {
  'product.created': (event) => ['created product', event.facts.name, id(event)],
  'product.updated': (event) => [
    'changed product',
    event.facts.name,
    id(event),
    productChanges(event.facts.changes),
  ],
  'product.deleted': (event) => ['deleted product', event.facts.name, id(event)],
  'product.copied': (event) => ['copied product', event.facts.from, id(event)],
  'product.switched': (event) => {
    const { name, what, before, after } = event.facts
    const shown = after ? 'showed product' : 'hid product'
    const featured = after ? 'featured product' : 'no longer features product'
    const change = { field: what, before, after }
    const action = what === 'active' ? shown : featured
    return [action, name, id(event), shownChanges([change], fields)]
  },
  'products.changed': ({ facts }) => done('changed', facts),
  'products.change_undone': ({ facts }) => done('undid a change of', facts),
  'media.uploaded': (event) => ['uploaded image', event.facts.name, id(event)],
  'media.changed': (event) => [
    'changed image',
    event.facts.name,
    id(event),
    shownChanges(event.facts.changes, pictureFields),
  ],
  'media.deleted': (event) => ['deleted image', event.facts.name, id(event)],
}
