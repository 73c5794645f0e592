import { data, useActionData } from 'react-router'
import { claimCertificate } from '#app/.server/certificates/commands/move-certificate.ts'
import { metalToday } from '#app/.server/certificates/queries/certificate-today.ts'
import { publicCertificate } from '#app/.server/certificates/queries/public-certificate.ts'
import { writtenPage } from '#app/.server/content/queries/texts.ts'
import { AppError } from '#app/.server/platform/errors.ts'
import { documentHeaders } from '#app/.server/platform/http/document-headers.ts'
import { claimRefusal } from '#app/.server/platform/http/limits/claim-limits.ts'
import { found } from '#app/.server/platform/http/page-errors.ts'
import { appContext } from '#app/.server/platform/http/request-context.ts'
import { claimForm } from '#app/contracts/certificates/certificate.ts'
import { fieldErrors, formTexts } from '#app/contracts/platform/form-data.ts'
import { ErrorScreen, errorTitle } from '#app/ui/layout/error-screen.tsx'
import { errorMeta } from '#app/ui/seo.ts'
import { recastGuarantee } from '#content/pages/recast-guarantee.ts'
import type { Route } from './+types/certificate.ts'
import { CertificateFacts } from './certificate/facts.tsx'
import { Head } from './certificate/head.tsx'
import { OwnerPart } from './certificate/owner.tsx'
import { Proof } from './certificate/proof.tsx'
import { privatePage } from './private-page.ts'

/** What becomes of a certificate is told to every process; until then the page is kept [CERT-03]. */
export function loader({ context, params }: Route.LoaderArgs) {
  return found(publicCertificate(context.get(appContext), params.id))
}

/** What whoever has the claim code asks [CERT-05]; the code itself stands in no address. */
export async function action({ context, params: { id }, request }: Route.ActionArgs) {
  const app = context.get(appContext)
  const input = await formTexts(request)
  const refused = (status: number, message: string) =>
    data({ refused: message }, { status, headers: privatePage })
  const limit = await claimRefusal(context, id)
  if (limit !== null) return refused(429, limit)
  const parsed = claimForm.safeParse(input)
  if (!parsed.success) return refused(400, Object.values(fieldErrors(parsed.error))[0] ?? '')
  const { code, move } = parsed.data
  try {
    const asked = move === 'open' ? null : move
    const { newCode } = await claimCertificate(app, { id, code, move: asked })
    const { file } = await found(publicCertificate(app, id))
    const today = await metalToday(app, file.certificate.grams)
    const { terms } = await writtenPage(app, recastGuarantee)
    const owner = { code: newCode === null ? code : '', newCode, did: asked, today, terms }
    return data({ owner }, { headers: privatePage })
  } catch (error) {
    if (!(error instanceof AppError) || error.status >= 500) throw error
    return refused(error.status, error.message)
  }
}

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
