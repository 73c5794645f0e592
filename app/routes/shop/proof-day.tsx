import { Link } from 'react-router'
import type { ProofDayPage } from '#app/.server/gold-price/queries/proof-page.ts'
import { formatDateTime } from '#app/domain/time/date-time.ts'
import { formatLongDay } from '#app/domain/time/day.ts'
import { PageHead } from '#app/ui/text/page-head.tsx'
import { Check, CheckLinks, exactRate, Hash, proofPath, recordOrigin } from './proof-parts.tsx'

type DayLink = ProofDayPage['file']['day']['links'][number]

/** A signed day as a person reads it; the file beside it is what is signed. */
export function ProofDay({ file: { day, keyId, signature }, check, isOver }: ProofDayPage) {
  const { date, finished, links, root, previousRoot, signedAt } = day
  return (
    <>
      <PageHead
        title={`Gold prices for ${formatLongDay(date)}`}
        lead={
          finished
            ? 'This day is over. We’ve signed its prices, and they won’t change.'
            : isOver
              ? 'This day is over. Our signature of the final file is pending.'
              : 'This day isn’t over yet. We’ll sign the final file after midnight UTC.'
        }
        back={{ to: proofPath, label: 'All days' }}
      />
      <div className="frame grid gap-10">
        <Check check={check} />
        <section aria-labelledby="links-heading" className="min-w-0">
          <h2 id="links-heading" className="mb-5 text-3xl">
            Prices
          </h2>
          {links.length === 0 ? (
            <p className="text-muted">
              We didn’t accept any prices that day, so the root hash is the previous day’s.
            </p>
          ) : (
            <ol className="border-line border-b">
              {links.map((link) => (
                <PriceOf key={link.position} link={link} />
              ))}
            </ol>
          )}
        </section>
        <section aria-labelledby="seal-heading" className="grid min-w-0 gap-3">
          <h2 id="seal-heading" className="text-3xl">
            Signature
          </h2>
          <Hash label="Previous day’s root hash" hash={previousRoot} />
          <Hash label="Root hash" hash={root} />
          <Hash label="Key" hash={keyId} />
          <Hash label="Ed25519" hash={signature} />
          <p className="text-muted text-sm">Signed {formatDateTime(new Date(signedAt), 'UTC')}</p>
          <p className="mt-2">
            <a href={`${proofPath}/${date}.json`} download className="button button-line">
              Download file
            </a>
          </p>
          <p className="flex flex-wrap gap-x-6">
            <a href="/.well-known/four-nines-keys.json" className="link py-1">
              Public keys
            </a>
            <CheckLinks />
          </p>
          <p className="max-w-2xl text-muted text-sm">
            Verify the file and the keys with our script or with OpenSSL alone. Neither one contacts
            us.
          </p>
        </section>
      </div>
    </>
  )
}

function PriceOf({ link }: { link: DayLink }) {
  const { record, hash, acceptedAt, withdrawnAt, perGram, perOunce, source, decision } = link
  return (
    <li
      id={`record-${record}${withdrawnAt ? '-withdrawn' : ''}`}
      className="grid scroll-mt-24 gap-x-8 gap-y-1 border-line border-t py-4 md:grid-cols-[15rem_minmax(0,1fr)]"
    >
      <div>
        <Link to={`${proofPath}/${record}`} className="link inline-block py-1 font-medium">
          {exactRate(perGram)} per gram
        </Link>
        <p className="text-muted text-sm">{exactRate(perOunce)} per troy ounce</p>
      </div>
      <div className="min-w-0 text-sm">
        <p>
          {formatDateTime(new Date(withdrawnAt ?? acceptedAt), 'UTC')},{' '}
          {recordOrigin(source, withdrawnAt ? 'withdrawn as wrong' : decision)}
        </p>
        <Hash
          label={withdrawnAt ? `Withdrawal of record ${record}` : `Record ${record}`}
          hash={hash}
        />
      </div>
    </li>
  )
}
