import type { ProofState } from '#app/.server/gold-price/queries/proof-page.ts'
import { sourceLabel } from '#app/domain/gold-price/gold-price.ts'
import { formatExactRate, parsePerOunce } from '#app/domain/gold-price/rates.ts'

export const proofPath = '/gold-price/proof'

/** The step above it in the breadcrumbs. */
export const goldPriceStep = { name: 'Gold price', path: '/gold-price' }

/** Signed files may be kept; what a page says of them is asked for again. */
export const proofHeaders = { 'Cache-Control': 'no-cache' }

/** `4043.4550` → `$4043.455`, as the shop writes a rate with every place that counts. */
export function exactRate(decimal: string): string {
  const rate = parsePerOunce(decimal)
  return rate === null ? decimal : formatExactRate(rate)
}

/** Whether the whole record holds at this moment, in a sentence [PROOF-06]. */
export function Check({ check: { links, problem } }: { check: ProofState }) {
  if (problem === null) {
    // Before the first price there is nothing to check.
    if (links === 0) return null
    return (
      <p className="text-muted">
        Everything checks out:{' '}
        {links === 1
          ? 'the one record matches the price we stored.'
          : `each of the ${links.toLocaleString('en-US')} records links to the one before it and matches the price we stored.`}
      </p>
    )
  }
  return (
    <p role="alert" className="border border-alert px-4 py-3 text-alert">
      <strong className="font-medium">The check failed.</strong> {problem} You can still verify what
      was signed before with the files below.
    </p>
  )
}

/** What to check with: neither asks the shop anything [PROOF-11]. */
export function CheckLinks() {
  return (
    <>
      <a href={`${proofPath}/verify.mjs`} download className="link py-1">
        Verification script
      </a>
      <a href={`${proofPath}/price-proof.md`} className="link py-1">
        OpenSSL instructions
      </a>
    </>
  )
}

/** Where a price is from and how it was accepted, said once: a manual one is `set by us`. */
export function recordOrigin(source: string, decision: string): string {
  const from = sourceLabel(source) ?? source
  return decision === 'set by hand' ? from : `${from}, ${decision}`
}

export function Hash({ label, hash }: { label: string; hash: string }) {
  return (
    <p className="min-w-0 text-sm">
      <span className="text-muted">{label}</span>{' '}
      <code className="text-xs wrap-anywhere">{hash || 'none yet'}</code>
    </p>
  )
}
