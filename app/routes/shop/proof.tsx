import { Link } from 'react-router'
import { type ProofPage, proofPage } from '#app/.server/gold-price/queries/proof-page.ts'
import { appContext } from '#app/.server/platform/http/request-context.ts'
import { formatLongDay } from '#app/domain/time/day.ts'
import { Paging } from '#app/ui/paging.tsx'
import { contentMeta } from '#app/ui/seo.ts'
import { Unbroken } from '#app/ui/text/no-break.tsx'
import { PageHead } from '#app/ui/text/page-head.tsx'
import { priceProof } from '#content/pages/price-proof.ts'
import type { Route } from './+types/proof.ts'
import { Check, CheckLinks, goldPriceStep, Hash, proofHeaders, proofPath } from './proof-parts.tsx'

const { title, lead, steps } = priceProof

export function loader({ context, request }: Route.LoaderArgs) {
  const asked = Number(new URL(request.url).searchParams.get('page') ?? 1)
  return proofPage(context.get(appContext), asked)
}

export const headers = () => proofHeaders

export const meta: Route.MetaFunction = ({ matches }) =>
  contentMeta(priceProof, proofPath, matches, [goldPriceStep])

export default function Proof({ loaderData: page }: Route.ComponentProps) {
  return (
    <>
      <PageHead title={title} lead={lead} back={{ to: '/gold-price', label: 'Gold price' }} />
      <div className="frame grid gap-x-16 gap-y-14 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <section aria-labelledby="days-heading" className="min-w-0">
          <h2 id="days-heading" className="mb-6 text-3xl">
            Days
          </h2>
          <Days page={page} />
        </section>
        <section aria-labelledby="how-heading" className="min-w-0">
          <h2 id="how-heading" className="mb-5 text-3xl">
            How it works
          </h2>
          <dl className="grid gap-5">
            {steps.map(({ word, meaning }) => (
              <div key={word}>
                <dt className="font-medium">{word}</dt>
                <dd className="text-muted">
                  <Unbroken>{meaning}</Unbroken>
                </dd>
              </div>
            ))}
          </dl>
          <p className="mt-6 flex flex-wrap gap-x-6">
            <a href="/.well-known/four-nines-keys.json" className="link py-1">
              Public keys
            </a>
            <CheckLinks />
          </p>
        </section>
      </div>
    </>
  )
}

function Days({ page: { keepsRecord, check, days, page, pages } }: { page: ProofPage }) {
  if (!keepsRecord)
    return <p className="text-muted">This shop is a showcase and doesn’t keep records.</p>
  if (!check) return <p className="text-notice">The record can’t be loaded right now.</p>
  return (
    <>
      <Check check={check} />
      {days.length === 0 ? (
        <p className="mt-6 text-muted">
          No price has been accepted yet. The first one will start the record.
        </p>
      ) : (
        <ul className="mt-6 border-line border-b">
          {days.map(({ date, links, root, finished, isOver }) => (
            <li
              key={date}
              className="grid gap-x-8 gap-y-1 border-line border-t py-4 md:grid-cols-[11rem_minmax(0,1fr)]"
            >
              <div>
                <Link to={`${proofPath}/${date}`} className="link inline-block py-1">
                  {formatLongDay(date)}
                </Link>
                <p className="text-muted text-sm">
                  {links === 1 ? '1 record' : `${links} records`}
                  {finished ? ', signed' : isOver ? ', signature pending' : ' so far today'}
                </p>
              </div>
              <Hash label="Day’s fingerprint (root hash)" hash={root} />
            </li>
          ))}
        </ul>
      )}
      <Paging page={page} pages={pages} previous="Newer" next="Older" className="mt-8" />
    </>
  )
}
