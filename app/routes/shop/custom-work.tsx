import { writtenPage } from '#app/.server/content/queries/texts.ts'
import { documentHeaders } from '#app/.server/platform/http/document-headers.ts'
import { bodyLimit } from '#app/.server/platform/http/limits/body-limit.ts'
import { appContext } from '#app/.server/platform/http/request-context.ts'
import { customWorkDraft } from '#app/contracts/messages/custom-work.ts'
import { customWorkMessage } from '#app/contracts/messages/message.ts'
import { contentMeta } from '#app/ui/seo.ts'
import { Unbroken } from '#app/ui/text/no-break.tsx'
import { PageHead } from '#app/ui/text/page-head.tsx'
import { Sections } from '#app/ui/text/sections.tsx'
import { Steps } from '#app/ui/text/steps.tsx'
import { customWork } from '#content/pages/custom-work.ts'
import type { Route } from './+types/custom-work.ts'
import { RequestForm } from './custom-work/request-form.tsx'
import { ScrollHint } from './custom-work/scroll-hint.tsx'
import { Timeline } from './custom-work/timeline.tsx'
import { sendMessage } from './send-message.ts'

export const middleware = [bodyLimit(200)]

export function loader({ context }: Route.LoaderArgs) {
  return writtenPage(context.get(appContext), customWork)
}

/** The request as its email draft has it, with the same texts filled in. */
export async function action(from: Route.ActionArgs) {
  const { form, expectations } = await loader(from)
  return sendMessage(from, customWorkMessage, (written) => {
    const { subject, body } = customWorkDraft(written, { ...form, expectations })
    const { email, phone } = written
    return { kind: 'custom-work', email, phone, subject, body: body.replaceAll('\r\n', '\n') }
  })
}

export const headers = documentHeaders

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  contentMeta(loaderData, '/custom-work', matches)

export default function CustomWork({ loaderData, actionData }: Route.ComponentProps) {
  const { title, lead, picture, scrollHint, process, timeline, expectations, sections, form } =
    loaderData
  return (
    <>
      <PageHead title={title} lead={lead} picture={picture}>
        <ScrollHint to="#request" label={scrollHint} />
      </PageHead>
      <Timeline heading={timeline.heading} rows={timeline.rows} />
      <section aria-labelledby="process" className="frame mb-24 pt-8 md:mb-36">
        <h2 id="process" className="mb-14">
          {process.heading}
        </h2>
        <Steps steps={process.steps} />
      </section>
      <Sections sections={sections} />
      <section
        id="request"
        aria-labelledby="request-heading"
        className="page-band grid gap-x-8 gap-y-10 md:grid-cols-12"
      >
        <div className="self-start md:sticky md:top-24 md:col-span-4">
          <h2 id="request-heading">{form.heading}</h2>
          <p className="mt-4 text-muted">
            <Unbroken>{form.lead}</Unbroken>
          </p>
          <h3 className="mt-8 font-sans text-base font-medium">{expectations.heading}</h3>
          <ul className="mt-2 text-muted">
            {expectations.lines.map((line) => (
              <li key={line} className="mt-1">
                <Unbroken>{line}</Unbroken>
              </li>
            ))}
          </ul>
        </div>
        <div className="md:col-span-7 md:col-start-6">
          <RequestForm
            texts={{ ...form, expectations }}
            labelledBy="request-heading"
            posted={actionData}
          />
        </div>
      </section>
    </>
  )
}
