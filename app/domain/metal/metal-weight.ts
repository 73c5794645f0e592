import { withDollarSign } from '../money/cents.ts'
import { divideHalfUp, formatScaled, parseExact } from '../money/decimal.ts'
import { type Milligrams, parseGrams } from '../money/grams.ts'

export const metalUnits = ['g', 'ozt'] as const
export type MetalUnit = (typeof metalUnits)[number]

/** 100 kg: beyond it a number is a slip. */
const most = 100_000_000
/** 31.1035 g, as everywhere in the shop; mg × 10 in one. */
const tenthsPerOunce = 311_035n

/**
 * A weight as it is written on a bar or a bill: grams with at most two places, troy ounces with at most
 * three. Above zero, at most 100 kg; with the sign of that unit or none. Null for anything else.
 */
export function parseMetal(text: string, unit: MetalUnit): Milligrams | null {
  const sign = unit === 'g' ? 'g' : '(?:ozt|oz t|oz)'
  const digits = unit === 'g' ? '{1,2}' : '{1,3}'
  const form = new RegExp(`^(\\d{1,6}(?:\\.\\d${digits})?)\\s*${sign}?$`, 'i')
  const input = form.exec(text.trim())?.[1]
  if (input === undefined) return null
  if (unit === 'g') return parseGrams(input)
  const thousandths = parseExact(input, 3) ?? 0n
  const mg = Number(divideHalfUp(thousandths * tenthsPerOunce, 10_000n))
  return mg > 0 && mg <= most ? (mg as Milligrams) : null
}

/** `86.40 g`, `1,200.00 g`, `−3.00 g`: with two places, more only where the weight has them. */
export function formatMetal(mg: number): string {
  const grouped = withDollarSign(formatScaled(Math.abs(mg), 3, 2)).slice(1)
  return `${mg < 0 ? '−' : ''}${grouped} g`
}

/** `86.4 g`: for a heading, no more places than it has. */
export function formatMetalShort(mg: number): string {
  const grouped = withDollarSign(formatScaled(Math.abs(mg), 3, 0)).slice(1)
  return `${mg < 0 ? '−' : ''}${grouped} g`
}

/** For a spreadsheet: `-3.000`. */
export const metalToDecimal = (mg: number) => formatScaled(mg, 3)
