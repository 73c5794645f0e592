import { useRouteLoaderData } from 'react-router'
import type { ShownGoldPrice } from '#app/contracts/gold-price/gold-price.ts'
import type { Brand } from '#app/domain/content/brand-facts.ts'
import type { OfferedShipping } from '#app/domain/shipping/offered-shipping.ts'

/** What every page is given by the root's loader. */
export type RootData = {
  /** Null where there was none to give. */
  gold: ShownGoldPrice | null
  /** Origin of absolute addresses. */
  origin: string
  testPayments: boolean
  /** What is shown in place of the ways to buy while the shop sells nothing; null: it sells. */
  notSelling: string | null
  /** What is above every page, as HTML; see content/notices-html.ts. */
  notices: string
  /** Who the shop is, where staff saved it; null: as `brand.ts` has it. */
  brand: Brand | null
  /** Whether visitors can sign up for the newsletter. */
  newsletter: boolean
  /** After how many hours a buyer who asks for it gets a cart reminder; null: none is offered. */
  reminderHours: number | null
  /** Ways of delivery beside standard shipping; left out: none. */
  delivery?: OfferedShipping & { standardTime: string }
  year: number
}

/** Undefined where the root's own loader failed. */
export function useRootData(): RootData | undefined {
  return useRouteLoaderData<RootData>('root')
}
