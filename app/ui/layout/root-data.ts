import { useRouteLoaderData } from 'react-router'
import type { GoldPriceAnswer } from '#app/contracts/gold-price.ts'
import { readGoldPriceAnswer, type ShownGoldPrice } from '#app/contracts/gold-price.ts'

/** What every page is given by the root's loader. */
export type RootData = {
  /** The documented answer of /.netlify/functions/gold. */
  gold: GoldPriceAnswer
  /** Origin of absolute addresses. */
  origin: string
  testPayments: boolean
  year: number
}

/** Undefined where the root's own loader failed. */
export function useRootData(): RootData | undefined {
  return useRouteLoaderData<RootData>('root')
}

/** The gold price of the server's page; null where it had none to give. */
export function shownFrom(data: RootData | undefined): ShownGoldPrice | null {
  if (!data) return null
  try {
    return readGoldPriceAnswer(data.gold)
  } catch {
    return null
  }
}
