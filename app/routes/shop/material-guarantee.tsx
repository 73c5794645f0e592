import { writtenPage } from '#app/.server/content/queries/texts.ts'
import { appContext } from '#app/.server/platform/http/request-context.ts'
import { Steps } from '#app/ui/text/steps.tsx'
import { guarantees } from '#content/pages/guarantees.ts'
import { materialGuarantee } from '#content/pages/material-guarantee.ts'
import type { Route } from './+types/material-guarantee.ts'
import { GuaranteePage, guaranteeMeta } from './guarantee/guarantee-page.tsx'

export async function loader({ context }: Route.LoaderArgs) {
  return {
    ...(await writtenPage(context.get(appContext), materialGuarantee)),
    overview: guarantees.title,
  }
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  guaranteeMeta(loaderData, '/material-guarantee', matches)

export default function MaterialGuarantee({ loaderData }: Route.ComponentProps) {
  const { comparison, tests } = loaderData
  return (
    <GuaranteePage page={loaderData}>
      <section aria-labelledby="comparison" className="frame">
        <h2 id="comparison">{comparison.heading}</h2>
        <p className="mt-4 mb-10 max-w-xl text-muted">{comparison.text}</p>
        <Parts rows={comparison.rows} />
      </section>
      <section aria-labelledby="tests" className="page-band mb-24 md:mb-36">
        <h2 id="tests">{tests.heading}</h2>
        <p className="mt-4 mb-14 max-w-xl text-muted">{tests.text}</p>
        <Steps steps={tests.steps} />
      </section>
    </GuaranteePage>
  )
}

type Row = { figure: string; label: string; text: string }

/** Where the impurities are drawn, in hundredths of each side: one of ten thousand, and five. */
const impurities: readonly (readonly [x: number, y: number])[][] = [
  [[63, 37]],
  [
    [22, 29],
    [71, 18],
    [46, 57],
    [84, 66],
    [29, 83],
  ],
]

/** Ten thousand parts, each a point; those that may be something other than gold stand out. */
function Parts({ rows }: { rows: readonly Row[] }) {
  return (
    <div className="grid gap-x-8 gap-y-12 sm:grid-cols-2">
      {rows.map(({ figure, label, text }, at) => (
        <figure key={label}>
          <svg viewBox="0 0 100 100" aria-hidden="true" className="w-full">
            <pattern id={`parts-${at}`} width="1" height="1" patternUnits="userSpaceOnUse">
              <circle cx=".5" cy=".5" r=".31" className="fill-gold" />
            </pattern>
            <rect width="100" height="100" fill={`url(#parts-${at})`} />
            {impurities[at]?.map(([x, y]) => (
              <g key={x}>
                <circle cx={x + 0.5} cy={y + 0.5} className="fill-ground [r:2.4px] sm:[r:1.6px]" />
                <circle cx={x + 0.5} cy={y + 0.5} className="fill-ink [r:.9px] sm:[r:.5px]" />
              </g>
            ))}
          </svg>
          <figcaption className="mt-5">
            <p className="font-display text-5xl leading-none">{figure}</p>
            <p className="mt-3 font-medium">{label}</p>
            <p className="mt-1 text-muted">{text}</p>
          </figcaption>
        </figure>
      ))}
    </div>
  )
}
