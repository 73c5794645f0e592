import { readState, readZip } from '#app/domain/address/us-places.ts'
import { withoutDirection } from '#app/domain/text/no-break.ts'
import type { CustomWorkField, CustomWorkTexts } from './custom-work.ts'

/** What was read of a pasted request. */
export type PastedRequest = {
  values: Partial<Record<CustomWorkField, string>>
  /** All of it, without the marks of quoting: nothing is lost, known or not. */
  text: string
}

/**
 * Reads the email that the form of custom work writes (customWorkDraft), as it comes back in an answer
 * [SALE-10]: its very labels, with or without the marks of quoting, in any order and between other lines.
 * Of a label that comes twice the first counts.
 */
export function readCustomWork(
  pasted: string,
  { labels, groups, expectations }: Pick<CustomWorkTexts, 'labels' | 'groups' | 'expectations'>,
): PastedRequest {
  const lines = withoutDirection(pasted)
    .toWellFormed()
    .replace(/\r\n?|[\v\f\u0085\u2028\u2029]/g, '\n')
    .split('\n')
    .map((line) =>
      line
        .replace(/^(?:[ \t]*>)+[ \t]?/, '')
        .replace(/\p{Cc}+/gu, ' ')
        .trimEnd(),
    )
  const ends = new Set([...Object.values(groups), expectations.heading].map(folded))
  const fields = [...(Object.entries(labels) as [CustomWorkField, string][]), ...earlierLabels]
  const values: PastedRequest['values'] = {}
  // A label with nothing behind it is followed by lines of text.
  let open: CustomWorkField | null = null
  for (const line of lines) {
    const found = fields.find(([, label]) => folded(line).startsWith(`${folded(label)}:`))
    if (found) {
      const [field, label] = found
      const value = line
        .trimStart()
        .slice(label.length + 1)
        .trim()
      const isFirst = values[field] === undefined
      if (isFirst && value !== '') values[field] = value
      open = isFirst && value === '' ? field : null
    } else if (ends.has(folded(line))) open = null
    else if (open) values[open] = `${values[open] ?? ''}\n${line}`
  }
  for (const [field] of fields) {
    const value = values[field]?.trim()
    if (value) values[field] = value
    else delete values[field]
  }
  return { values, text: lines.join('\n').trim() }
}

/** Labels of requests that were written before these words were changed. */
const earlierLabels: readonly [CustomWorkField, string][] = [['email', 'E-mail']]

const folded = (text: string) => text.trim().toLowerCase()

/**
 * The fields of a new order that a request fills; what is not known of is left out. `taxStates`: where the shop
 * collects sales tax; empty: not known.
 */
export function orderFieldsOf(
  { values, text }: PastedRequest,
  { tax, taxState }: Partial<Record<string, string>> = {},
  taxStates: readonly string[] = [],
): Record<string, string> {
  const { email, phone, shippingAddress, shippingCity, shippingState, shippingZip } = values
  const { jewelryType, ringSize, braceletLength, otherType } = values
  const kind = otherType ?? jewelryType
  const size = ringSize ? `size ${ringSize}` : braceletLength
  const piece = kind && [`Custom ${kind.toLowerCase()}`, size].filter(Boolean).join(', ')
  const state = shippingState && (readState(shippingState) ?? shippingState)
  const filled = {
    email,
    phone,
    line1: shippingAddress,
    city: shippingCity,
    state,
    // A payment page adds the tax to the whole alone, and custom work is paid in parts [SALE-18].
    ...(tax === 'payment page' && taxFor(state, { taxState, taxStates })),
    postalCode: shippingZip && (readZip(shippingZip) ?? shippingZip),
    'line-0-piece': piece,
    custom: 'yes',
    request: text,
  }
  return Object.fromEntries(
    Object.entries(filled).flatMap(([name, value]) => (value ? [[name, value]] : [])),
  )
}

/** No rate is asked for where the shop collects no tax [SALE-41]. */
function taxFor(
  state: string | undefined,
  { taxState, taxStates }: { taxState: string | undefined; taxStates: readonly string[] },
): { tax: string; taxState?: string | undefined } {
  const isKnown = state !== undefined && readState(state) !== null && taxStates.length > 0
  if (isKnown && !taxStates.includes(state)) return { tax: 'none' }
  return { tax: 'rate', taxState: taxState || state }
}
