import type { ReactNode } from 'react'
import { Link } from 'react-router'
import {
  type Certificate,
  metalValueWords,
  shortRate,
} from '#app/domain/certificates/certificate.ts'
import { sourceLabel } from '#app/domain/gold-price/gold-price.ts'
import { withDollarSign } from '#app/domain/money/cents.ts'
import { brand } from '#brand'
import { DateTime } from '../order-summary.tsx'

const on = (iso: string) => <DateTime at={new Date(iso)} />

/** All that the signed file says, for a reader. */
export function CertificateFacts({ certificate }: { certificate: Certificate }) {
  const { grams, fineness, serial, maker, soldAt, weighedAt, goldPrice, value } = certificate
  const perGram = withDollarSign(shortRate(goldPrice.perGram))
  const worth = metalValueWords(certificate, brand.timeZone)
  const marks = [
    [`${grams} g`, 'actual weight'],
    [fineness, 'fineness'],
    [serial, 'serial number'],
  ] as const
  return (
    <section
      aria-label="What is certified"
      className="mt-10 border border-line border-t-2 border-t-gold bg-raised px-5 py-7 sm:px-10 sm:py-10"
    >
      <dl className="grid gap-y-5 border-line border-b pb-7 text-center sm:grid-cols-3">
        {marks.map(([figure, label]) => (
          <div key={label} className="flex min-w-0 flex-col">
            <dt className="order-2 text-muted text-sm">{label}</dt>
            <dd className="order-1 font-display text-3xl leading-tight wrap-anywhere">{figure}</dd>
          </div>
        ))}
      </dl>
      <dl className="mt-6 grid gap-y-3">
        <Fact label="Made by">
          {maker.name}, {maker.place}
        </Fact>
        <Fact label="Sold">{on(soldAt)}</Fact>
        <Fact label="Weighed">{on(weighedAt)}</Fact>
        <Fact label="Gold price">
          {perGram} per gram, {sourceLabel(goldPrice.source) ?? 'indicative price'},{' '}
          {on(goldPrice.takenAt)}
          {goldPrice.record !== null && (
            <>
              {', '}
              <Link
                to={`/gold-price/proof/${goldPrice.record}?${new URLSearchParams({ grams, fee: value.fee })}`}
                className="link"
              >
                record {goldPrice.record}
              </Link>
            </>
          )}
        </Fact>
        <Fact label={worth.label}>
          {`${worth.on}${grams} g × ${perGram} = ${withDollarSign(value.metal)}`}
        </Fact>
        <Fact label="Fee">{withDollarSign(value.fee)}</Fact>
      </dl>
    </section>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid gap-x-6 sm:grid-cols-[9rem_minmax(0,1fr)]">
      <dt className="text-muted">{label}</dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </div>
  )
}
