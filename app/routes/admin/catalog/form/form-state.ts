import {
  type ImageRow,
  type OptionRow,
  type ProductDraft,
  productDraft,
  type SizeRow,
  type SpecificationRow,
} from '#app/contracts/catalog/product.ts'

/** A row that stays itself while others come, go and change places. */
export type Keyed<Row> = Row & { key: string }

/** The form as it is being filled in. */
export type FormState = Omit<ProductDraft, 'sizes' | 'options' | 'images' | 'specifications'> & {
  sizes: Keyed<SizeRow>[]
  options: Keyed<OptionRow>[]
  images: Keyed<ImageRow>[]
  specifications: Keyed<SpecificationRow>[]
  /** Typed and not added yet. Saving includes it. */
  newPicture: string
  newCategory: string
}

/** A part of the form takes its new value. */
export type Change = (change: Partial<FormState>) => void

let last = 0

export function keyed<Row>(row: Row): Keyed<Row> {
  last += 1
  return { ...row, key: `row-${last}` }
}

export function formStateOf(draft: ProductDraft): FormState {
  return {
    ...draft,
    sizes: draft.sizes.map(keyed),
    options: draft.options.map(keyed),
    images: draft.images.map(keyed),
    specifications: draft.specifications.map(keyed),
    newPicture: '',
    newCategory: '',
  }
}

/** As it is posted and saved in the browser: without keys, and without blanks around lines. */
export function draftFrom(state: FormState): ProductDraft {
  return productDraft.parse(state)
}

/** Two forms that would be saved alike. */
export function isSame(one: ProductDraft, other: ProductDraft): boolean {
  return JSON.stringify(productDraft.parse(one)) === JSON.stringify(productDraft.parse(other))
}

const sections = [
  ['Name', 'name'],
  ['Web address', 'slug'],
  ['Tax Code', 'taxCode'],
  ['In stock', 'pieces'],
  ['Product Active', 'active'],
  ['Show starting on', 'shownFrom'],
  ['Hide starting on', 'shownUntil'],
  ['Featured Product', 'featured'],
  ['Final sale', 'finalSale'],
  ['US only', 'usOnly'],
  ['Short Description', 'shortDescription'],
  ['Full Description', 'description'],
  ['Title in search results', 'searchTitle'],
  ['Description in search results', 'searchDescription'],
  ['Sizes', 'sizes'],
  ['Chain or cord', 'chain'],
  ['Options', 'options'],
  ['Can be engraved', 'engraved'],
  ['Engraving fee', 'engravingFee'],
  ['Maximum engraving length', 'engravingMax'],
  ['Images', 'images'],
  ['Specifications', 'specifications'],
  ['Categories', 'categories'],
] as const

/** The parts of the form in which two differ, by their labels. */
export function differences(one: ProductDraft, other: ProductDraft): string[] {
  return sections.flatMap(([label, part]) =>
    JSON.stringify(one[part]) === JSON.stringify(other[part]) ? [] : [label],
  )
}
