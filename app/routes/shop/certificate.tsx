import { randomUUID } from 'node:crypto'
import { data, redirect, useActionData } from 'react-router'
import type { AppContext } from '#app/.server/app-context.ts'
import { claimCertificate } from '#app/.server/certificates/commands/move-certificate.ts'
import { metalToday } from '#app/.server/certificates/queries/certificate-today.ts'
import { publicCertificate } from '#app/.server/certificates/queries/public-certificate.ts'
import { writtenPage } from '#app/.server/content/queries/texts.ts'
import { documentHeaders } from '#app/.server/platform/http/document-headers.ts'
import { claimRefusal } from '#app/.server/platform/http/limits/claim-limits.ts'
import { found } from '#app/.server/platform/http/page-errors.ts'
import { appContext } from '#app/.server/platform/http/request-context.ts'
import { requestTradeIn } from '#app/.server/trade-ins/commands/request-trade-in.ts'
import { tradeInOffers } from '#app/.server/trade-ins/queries/trade-in-offers.ts'
import { claimForm } from '#app/contracts/certificates/certificate.ts'
import { formTexts } from '#app/contracts/platform/form-data.ts'
import { requestTradeInForm } from '#app/contracts/trade-ins/trade-in.ts'
import { ErrorScreen, errorTitle } from '#app/ui/layout/error-screen.tsx'
import { errorMeta } from '#app/ui/seo.ts'
import { recastGuarantee } from '#content/pages/recast-guarantee.ts'
import type { Route } from './+types/certificate.ts'
import { CertificateFacts } from './certificate/facts.tsx'
import { Head } from './certificate/head.tsx'
import { OwnerPart } from './certificate/owner.tsx'
import { Proof } from './certificate/proof.tsx'
import { keepForm } from './keep-form.ts'
import { parsed, refusal } from './post-form.ts'
import { privatePage } from './private-page.ts'

/** What becomes of a certificate is told to every process; until then the page is kept [CERT-03]. */
export function loader({ context, params }: Route.LoaderArgs) {
  return found(publicCertificate(context.get(appContext), params.id))
}

/** Handles what a person with the claim code asks [CERT-05, TRADE-51]; no URL contains the code. */
export async function action({ context, params: { id }, request }: Route.ActionArgs) {
  const app = context.get(appContext)
  const input = await formTexts(request)
  const asks = input.move === 'trade-in'
  const limit = await claimRefusal(context, id)
  if (limit !== null) return data({ refused: limit }, { status: 429, headers: privatePage })
  try {
    const { code, move } = parsed(claimForm, asks ? { ...input, move: 'open' } : input)
    const did = move === 'open' ? null : move
    const { newCode } = await claimCertificate(app, { id, code, move: did })
    const tradeInRefused = asks ? await requested(app, id, input) : null
    const { file } = await found(publicCertificate(app, id))
    const today = await metalToday(app, file.certificate.grams)
    const { terms } = await writtenPage(app, recastGuarantee)
    const tradeIn = newCode === null ? await tradeInOffers(app, id) : null
    const claim = { code: newCode === null ? code : '', newCode, did }
    const owner = { ...claim, today, terms, tradeIn, tradeInRefused, formKey: randomUUID() }
    return data({ owner }, { status: tradeInRefused ? 400 : 200, headers: privatePage })
  } catch (error) {
    return refusal(error, input)
  }
}

/** Leads to the page of what was requested, or says why it was not. */
async function requested(app: AppContext, certificateId: string, input: Record<string, string>) {
  try {
    const form = parsed(requestTradeInForm, input)
    const { token } = await requestTradeIn(app, { certificateId, ...form })
    throw redirect(`/trade-ins/${token}`, { status: 303, headers: privatePage })
  } catch (error) {
    return refusal(error, input).data
  }
}

export const clientAction = (args: Route.ClientActionArgs) => keepForm(args.serverAction)

export const headers = documentHeaders

export const meta: Route.MetaFunction = ({ loaderData, error }) =>
  errorMeta(loaderData ? `Certificate ${loaderData.file.certificate.serial}` : errorTitle(error))

export default function Certificate({ loaderData: page }: Route.ComponentProps) {
  const answer = useActionData<typeof action>()
  return (
    <article className="mx-auto w-full max-w-3xl px-5 py-14 md:px-8 md:py-20">
      <Head page={page} />
      <CertificateFacts certificate={page.file.certificate} />
      <OwnerPart
        state={page.state}
        hasCode={page.hasCode}
        owner={answer && 'owner' in answer ? answer.owner : null}
        refused={answer && 'refused' in answer ? answer.refused : null}
      />
      <Proof page={page} />
    </article>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorScreen error={error} />
}
