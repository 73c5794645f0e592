import { AsyncLocalStorage } from 'node:async_hooks'
import type { Brand } from '#app/domain/content/brand-facts.ts'
import { brand, defaultBrand } from '#brand'

/**
 * Makes `brand` answer what was saved. While a request is answered its facts stay the same, whatever
 * is saved in the meantime; jobs and commands read those of now. One process is one shop.
 */
const ofRequest = new AsyncLocalStorage<Brand>()
let ofNow: Brand = defaultBrand

for (const name of Object.keys(defaultBrand) as (keyof Brand)[]) {
  Object.defineProperty(brand, name, {
    enumerable: true,
    configurable: true,
    get: () => (ofRequest.getStore() ?? ofNow)[name],
  })
}

/** Saved facts, or null for those that the shop comes with. */
export function brandBecomes(saved: Brand | null): void {
  ofNow = saved ?? defaultBrand
}

export function withBrand<T>(saved: Brand | null, run: () => T): T {
  return ofRequest.run(saved ?? defaultBrand, run)
}
