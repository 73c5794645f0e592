import type { ProductFilter, ProductOrder } from '#app/.server/catalog/queries/admin-products.ts'
import { readList } from '../components/list-definition.ts'

const shown = Object.entries({
  all: 'All products',
  active: 'Active',
  hidden: 'Hidden',
  featured: 'Featured',
} satisfies Record<NonNullable<ProductFilter['show']>, string>) as [
  NonNullable<ProductFilter['show']>,
  string,
][]

const orders = [
  ['newest', 'Newest'],
  ['name', 'Name A–Z'],
  ['-name', 'Name Z–A'],
  ['price', 'Price: low to high'],
  ['-price', 'Price: high to low'],
] as const satisfies [ProductOrder, string][]

export const productsList = {
  search: { label: 'Search by name' },
  choices: { show: { label: 'Show', choices: shown }, order: { label: 'Order', choices: orders } },
}

/** Which products the address asks for; their list and their file are the same. */
export function readProducts(search: URLSearchParams) {
  return { ...readList(productsList, search), category: search.get('category') ?? '' }
}
