import type { Category } from '#app/domain/catalog/product.ts'

const category = (name: string): Category => {
  const slug = name.toLowerCase().replaceAll(' ', '-')
  return { id: `cat-${slug}`, name, slug }
}

export const water = category('Water')
export const land = category('Land')
export const geometry = category('Geometry')
export const marks = category('Marks')
