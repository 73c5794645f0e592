import { Form, Link } from 'react-router'
import type { RecordPage } from '#app/.server/gold-price/queries/proof-page.ts'
import { formatExactRate } from '#app/domain/gold-price/rates.ts'
import { formatCents } from '#app/domain/money/cents.ts'
import { formatGrams } from '#app/domain/money/grams.ts'
import { formatDateTime } from '#app/domain/time/date-time.ts'
import { formatLongDay } from '#app/domain/time/day.ts'
import { TextField } from '#app/ui/forms/fields.tsx'
import { FormFields } from '#app/ui/forms/form-fields.tsx'
import { PageHead } from '#app/ui/text/page-head.tsx'
import { exactRate, Hash, proofPath, recordOrigin } from './proof-parts.tsx'

/** One accepted price, and a sum at it: nothing of who asked for it. */
export function ProofRecord({
  record: { links, date, holds, perGram, sum },
}: {
  record: RecordPage
}) {
  const [link, withdrawal] = links
  if (!link) return null
  return (
    <>
      <PageHead
        title={`Gold price #${link.record}`}
        lead={`${formatExactRate(perGram)} per gram, ${exactRate(link.perOunce)} per troy ounce.`}
        back={
          date
            ? { to: `${proofPath}/${date}`, label: formatLongDay(date) }
            : { to: proofPath, label: 'All days' }
        }
      />
      <div className="frame grid gap-x-16 gap-y-12 md:grid-cols-2">
        <section aria-labelledby="record-heading" className="grid min-w-0 content-start gap-3">
          <h2 id="record-heading" className="text-3xl">
            Recorded
          </h2>
          {!holds && (
            <p role="alert" className="border border-alert px-4 py-3 text-alert">
              <strong className="font-medium">The check failed.</strong> The price we stored doesn’t
              match its record.
            </p>
          )}
          <p>
            {formatDateTime(new Date(link.acceptedAt), 'UTC')},{' '}
            {recordOrigin(link.source, link.decision)}
          </p>
          {withdrawal?.withdrawnAt && (
            <p className="text-notice">
              Withdrawn as wrong {formatDateTime(new Date(withdrawal.withdrawnAt), 'UTC')}.
            </p>
          )}
          <Hash label={`Record ${link.record}`} hash={link.hash} />
          {date && (
            <p>
              <Link
                to={`${proofPath}/${date}#record-${link.record}`}
                className="link inline-block py-1"
              >
                In the file for {formatLongDay(date)}
              </Link>
            </p>
          )}
        </section>
        <Sum sum={sum} perGram={perGram} />
      </div>
    </>
  )
}

/** Grams × price per gram, plus the fee, rounded once, as every price of the shop is [PROOF-07]. */
function Sum({ sum: { typed, errors, price }, perGram }: Pick<RecordPage, 'sum' | 'perGram'>) {
  return (
    <section aria-labelledby="sum-heading" className="min-w-0">
      <h2 id="sum-heading" className="text-3xl">
        Do the math
      </h2>
      <Form method="get" preventScrollReset className="mt-5 grid gap-5">
        <div className="grid gap-5 sm:grid-cols-2">
          <FormFields refused={{ errors, typed }}>
            <TextField name="grams" label="Weight in grams" kind="decimal" />
            <TextField name="fee" label="Fee (USD)" kind="decimal" />
          </FormFields>
        </div>
        <p>
          <button type="submit" className="button button-line">
            Do the math
          </button>
        </p>
      </Form>
      <div role="status">
        {price && (
          <dl className="mt-6 grid gap-2.5 border-line border-t pt-5">
            <Row name={`${formatGrams(price.weight)} × ${formatExactRate(perGram)}`}>
              {formatCents(price.metalValue)}
            </Row>
            <Row name="Fee">{formatCents(price.fee)}</Row>
            <div className="flex items-baseline justify-between gap-4 border-line border-t pt-3">
              <dt className="font-medium">Price</dt>
              <dd className="font-display text-3xl">{formatCents(price.unitPrice)}</dd>
            </div>
          </dl>
        )}
      </div>
      <p className="mt-5 text-muted text-sm">
        The gold value is rounded once, to the nearest cent; half a cent rounds up. You’ll find your
        piece’s weight and fee next to its price and on your order.
      </p>
    </section>
  )
}

function Row({ name, children }: { name: string; children: string }) {
  return (
    <div className="flex items-baseline justify-between gap-4">
      <dt className="min-w-0 text-muted wrap-anywhere">{name}</dt>
      <dd className="whitespace-nowrap">{children}</dd>
    </div>
  )
}
