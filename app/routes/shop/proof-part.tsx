import { data } from 'react-router'
import { proofDayPage, recordPage } from '#app/.server/gold-price/queries/proof-page.ts'
import { AppError } from '#app/.server/platform/errors.ts'
import { documentHeaders } from '#app/.server/platform/http/document-headers.ts'
import { appContext } from '#app/.server/platform/http/request-context.ts'
import { formatLongDay } from '#app/domain/time/day.ts'
import { ErrorScreen, errorTitle } from '#app/ui/layout/error-screen.tsx'
import { errorMeta, originOf, pageMeta } from '#app/ui/seo.ts'
import { breadcrumbs } from '#app/ui/structured-data.ts'
import { priceProof } from '#content/pages/price-proof.ts'
import type { Route } from './+types/proof-part.ts'
import { ProofDay } from './proof-day.tsx'
import { goldPriceStep, proofHeaders, proofPath } from './proof-parts.tsx'
import { ProofRecord } from './proof-record.tsx'

/** A day by its date, or a price by its number. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const app = context.get(appContext)
  const { part } = params
  const headers = proofHeaders
  if (/^[1-9]\d{0,14}$/.test(part)) {
    const asked = new URL(request.url).searchParams
    const input = { grams: asked.get('grams') ?? '', fee: asked.get('fee') ?? '' }
    const record = await recordPage(app, Number(part), input)
    if (!record) throw notThere(404, 'No accepted price has this number.')
    return data({ day: null, record }, { headers })
  }
  const day = await proofDayPage(app, part).catch((error: unknown) => {
    if (error instanceof AppError) throw notThere(error.status, error.message)
    throw error
  })
  return data({ day, record: null }, { headers })
}

function notThere(status: number, message: string) {
  const next = { to: proofPath, label: 'All days' }
  return data({ title: 'Nothing on record', sentence: message, next }, { status })
}

export const headers = documentHeaders

export const meta: Route.MetaFunction = ({ loaderData, params, matches, error }) => {
  if (!loaderData) return errorMeta(errorTitle(error))
  const part = params.part ?? ''
  const day = loaderData.day && formatLongDay(loaderData.day.file.day.date)
  const title = day ? `Gold prices for ${day}` : `Gold price #${part}`
  const [path, origin] = [`${proofPath}/${part}`, originOf(matches)]
  const way = [goldPriceStep, { name: priceProof.title, path: proofPath }, { name: title, path }]
  const page = pageMeta({
    title,
    description: day
      ? `Every gold price we accepted on ${day}, each hashed with the one before it, signed, and published so that anyone can check it.`
      : `Gold price #${part} on our record: what it was, when and where it came from, and what a piece costs at that price, with the math shown.`,
    path,
    origin,
    image: { src: '/share/gold-price-proof.jpg', alt: '' },
  })
  return [...page, breadcrumbs(origin, way)]
}

export default function ProofPart({ loaderData: { day, record } }: Route.ComponentProps) {
  if (day) return <ProofDay {...day} />
  return record && <ProofRecord record={record} />
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorScreen error={error} />
}
