import { contactLinks } from '#app/.server/content/markdown.ts'
import { writtenPage } from '#app/.server/content/queries/texts.ts'
import { offeredNewsletter } from '#app/.server/newsletter/queries/sign-up.ts'
import { documentHeaders } from '#app/.server/platform/http/document-headers.ts'
import { bodyLimit } from '#app/.server/platform/http/limits/body-limit.ts'
import { appContext } from '#app/.server/platform/http/request-context.ts'
import { contactDraft, contactMessage } from '#app/contracts/messages/message.ts'
import { renderingNote } from '#app/domain/content/renderings.ts'
import { EmailForm } from '#app/ui/forms/email-form.tsx'
import { TextArea, TextField } from '#app/ui/forms/fields.tsx'
import { contentMeta } from '#app/ui/seo.ts'
import { Written } from '#app/ui/text/html-text.tsx'
import { Maker } from '#app/ui/text/maker.tsx'
import { NextLinks } from '#app/ui/text/next-links.tsx'
import { Unbroken } from '#app/ui/text/no-break.tsx'
import { PageHead } from '#app/ui/text/page-head.tsx'
import { contact } from '#content/pages/contact.ts'
import { maker } from '#content/pages/maker.ts'
import type { Route } from './+types/contact.ts'
import { NewsletterSection } from './newsletter-form.tsx'
import { sendMessage } from './send-message.ts'

export const middleware = [bodyLimit(100)]

export async function loader({ context }: Route.LoaderArgs) {
  const app = context.get(appContext)
  const page = await writtenPage(app, contact)
  const newsletter = await offeredNewsletter(app)
  const shown = { ...page, maker: await writtenPage(app, maker) }
  return { ...shown, links: contactLinks(), newsletter, note: renderingNote(shown) }
}

export function action(from: Route.ActionArgs) {
  return sendMessage(from, contactMessage, ({ message, ...written }) => ({
    kind: 'contact',
    body: message,
    ...written,
  }))
}

export const headers = documentHeaders

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  contentMeta(loaderData, '/contact', matches)

export default function Contact({ loaderData, actionData }: Route.ComponentProps) {
  const { title, lead, picture, details, form, links, sections, next } = loaderData
  const { labels } = form
  return (
    <>
      {/* On a phone the details come first [CONTACT-10]. */}
      <div className="max-[37.5rem]:[&_header>:last-child]:hidden max-[37.5rem]:[&_header]:pb-8">
        <PageHead title={title} lead={lead} picture={picture} />
        {loaderData.note && (
          <p className="frame -mt-10 pb-10 text-right text-xs text-muted max-[37.5rem]:hidden">
            {loaderData.note}
          </p>
        )}
      </div>
      <div className="frame grid gap-x-8 gap-y-14 md:grid-cols-12">
        <section aria-labelledby="details" className="md:col-span-5 lg:col-span-4">
          <h2 id="details">{details.heading}</h2>
          <dl className="mt-6 border-line border-b md:mt-8">
            {details.rows.map(({ id, label, lines }) => (
              <div
                key={id}
                className="grid gap-x-4 border-line border-t py-3.5 min-[24rem]:grid-cols-[6rem_minmax(0,1fr)] md:grid-cols-1"
              >
                <dt className="text-sm text-muted max-md:pt-0.5">
                  <Unbroken>{label}</Unbroken>
                </dt>
                {lines.map((line) => (
                  <dd key={line} className="wrap-anywhere min-[24rem]:max-md:col-start-2">
                    {links[id] ? (
                      <a href={links[id]} className="link">
                        {line}
                      </a>
                    ) : (
                      <Unbroken>{line}</Unbroken>
                    )}
                  </dd>
                ))}
              </div>
            ))}
          </dl>
          {sections.map(({ id, heading, body }) => (
            <section key={id} aria-labelledby={id} className="mt-8">
              <h3 id={id}>
                <Unbroken>{heading}</Unbroken>
              </h3>
              <Written html={body} className="mt-2 text-base text-muted" />
            </section>
          ))}
        </section>
        <section aria-labelledby="write" className="md:col-span-7 lg:col-start-6">
          <h2 id="write">{form.heading}</h2>
          <p className="mt-3 mb-8 text-muted">
            <Unbroken>{form.lead}</Unbroken>
          </p>
          <EmailForm
            name="contact"
            labelledBy="write"
            texts={form}
            posted={actionData}
            draftOf={contactDraft}
          >
            <div className="grid gap-6 sm:grid-cols-2">
              <TextField id="name" name="name" required label={labels.name} autoComplete="name" />
              <TextField
                id="email"
                name="email"
                required
                type="email"
                label={labels.email}
                autoComplete="email"
              />
              <TextField
                id="subject"
                name="subject"
                required
                autoComplete="on"
                label={labels.subject}
                className="sm:col-span-2"
              />
              <TextArea
                id="message"
                name="message"
                required
                rows={6}
                label={labels.message}
                className="sm:col-span-2"
                inputClass="resize-y"
              />
            </div>
          </EmailForm>
        </section>
      </div>
      <Maker pictures={loaderData.maker} />
      <NextLinks links={next} />
      <NewsletterSection offer={loaderData.newsletter} source="/contact" />
    </>
  )
}
