import { data } from 'react-router'
import { requestNewsletter } from '#app/.server/newsletter/commands/request-newsletter.ts'
import { offeredNewsletter } from '#app/.server/newsletter/queries/sign-up.ts'
import { AppError } from '#app/.server/platform/errors.ts'
import { documentHeaders } from '#app/.server/platform/http/document-headers.ts'
import { emailedLinkRefusal } from '#app/.server/platform/http/limits/form-limits.ts'
import { appContext } from '#app/.server/platform/http/request-context.ts'
import { newsletterForm } from '#app/contracts/newsletter/newsletter.ts'
import { fieldErrors, formTexts } from '#app/contracts/platform/form-data.ts'
import { ErrorScreen } from '#app/ui/layout/error-screen.tsx'
import { errorMeta } from '#app/ui/seo.ts'
import type { Route } from './+types/newsletter.ts'
import { CheckEmail, Refused } from './emailed-link/link-page.tsx'
import { missingPage } from './missing-page.ts'
import { NewsletterForm } from './newsletter-form.tsx'
import { errorsOrMessage } from './post-form.ts'
import { privatePage } from './private-page.ts'

export async function loader(args: Route.LoaderArgs) {
  const offer = await offeredNewsletter(args.context.get(appContext))
  if (!offer) throw await missingPage(args)
  return data({ sentence: offer.sentence }, { headers: privatePage })
}

/** Emails a link that confirms, and stores nothing. What is refused comes back as it was sent [NEWS-01, NEWS-06]. */
export async function action({ context, request }: Route.ActionArgs) {
  const app = context.get(appContext)
  const offer = await offeredNewsletter(app)
  if (!offer) throw await missingPage({ context, request })
  const typed = await formTexts(request)
  const source = newsletterForm.shape.source.parse(typed.source)
  const refused = (status: number, message: string | null, errors: Record<string, string> = {}) =>
    data({ refused: { message, errors, typed, source } }, { status, headers: privatePage })
  const parsed = newsletterForm.safeParse(typed)
  if (!parsed.success) return refused(400, null, fieldErrors(parsed.error))
  const limited = await emailedLinkRefusal(context, 'newsletter', parsed.data.email)
  if (limited !== null) return refused(429, limited)
  try {
    await requestNewsletter(app, offer, parsed.data)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const { message, errors } = errorsOrMessage(error)
    return refused(error.status, message, errors)
  }
  return data({ sentTo: parsed.data.email }, { headers: privatePage })
}

export const headers = documentHeaders

export const meta: Route.MetaFunction = () => errorMeta('Newsletter')

export default function Newsletter({ loaderData, actionData }: Route.ComponentProps) {
  const refused = actionData && 'refused' in actionData ? actionData.refused : undefined
  return (
    <article className="mx-auto w-full max-w-xl px-5 py-14 md:px-8 md:py-20">
      <h1>Newsletter</h1>
      {actionData && 'sentTo' in actionData ? (
        <CheckEmail sentTo={actionData.sentTo} toDo="confirm" />
      ) : (
        <>
          {refused?.message && <Refused>{refused.message}</Refused>}
          <NewsletterForm
            sentence={loaderData.sentence}
            source={refused?.source ?? '/newsletter'}
            refused={refused}
          />
        </>
      )}
    </article>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorScreen error={error} />
}
