import { Link } from 'react-router'
import { writtenPage } from '#app/.server/content/queries/texts.ts'
import { offeredNewsletter } from '#app/.server/newsletter/queries/offered-newsletter.ts'
import { appContext } from '#app/.server/platform/http/request-context.ts'
import { contentMeta } from '#app/ui/seo.ts'
import { GuaranteeList } from '#app/ui/text/guarantee-list.tsx'
import { Written } from '#app/ui/text/html-text.tsx'
import { Maker } from '#app/ui/text/maker.tsx'
import { NextLinks } from '#app/ui/text/next-links.tsx'
import { Unbroken } from '#app/ui/text/no-break.tsx'
import { PageHead } from '#app/ui/text/page-head.tsx'
import { Sections } from '#app/ui/text/sections.tsx'
import { maker } from '#content/pages/maker.ts'
import { ourStory } from '#content/pages/our-story.ts'
import type { Route } from './+types/our-story.ts'
import { NewsletterSection } from './newsletter-form.tsx'

export async function loader({ context }: Route.LoaderArgs) {
  const app = context.get(appContext)
  const newsletter = await offeredNewsletter(app)
  return { ...(await writtenPage(app, ourStory)), maker: await writtenPage(app, maker), newsletter }
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  contentMeta(loaderData, '/our-story', matches)

export default function OurStory({ loaderData }: Route.ComponentProps) {
  const { title, lead, picture, founderMessage, sections, guarantees, values, next } = loaderData
  const { signature } = founderMessage
  return (
    <>
      <PageHead title={title} lead={lead} picture={picture} />
      <section
        aria-labelledby="founder"
        className="frame grid gap-x-8 gap-y-6 border-line pb-14 md:grid-cols-12 md:pb-24"
      >
        <h2 id="founder" className="text-[1.75rem] md:col-span-4 md:text-[2rem]">
          {founderMessage.heading}
        </h2>
        <div className="font-display text-[1.375rem] leading-normal text-pretty md:col-span-7 md:col-start-6 md:text-2xl md:leading-normal">
          {founderMessage.paragraphs.map((paragraph) => (
            <p key={paragraph} className="not-first:mt-5">
              <Unbroken>{paragraph}</Unbroken>
            </p>
          ))}
          {signature && (
            <p className="mt-8 flex items-center gap-4 font-sans text-base">
              <span aria-hidden="true" className="h-px w-10 bg-gold" />
              {signature}
            </p>
          )}
        </div>
      </section>
      <Maker pictures={loaderData.maker} />
      <Sections sections={sections} />
      <section aria-labelledby="values" className="page-band">
        <h2 id="values">{values.heading}</h2>
        <ul className="mt-10 grid gap-x-8 gap-y-10 md:grid-cols-3">
          {values.items.map(({ name, body }) => (
            <li key={name} className="border-t border-ink pt-6">
              <h3>{name}</h3>
              <Written html={body} className="mt-3 text-muted" />
            </li>
          ))}
        </ul>
      </section>
      <section aria-labelledby="guarantees" className="page-band">
        <h2 id="guarantees">{guarantees.heading}</h2>
        <p className="mt-3 mb-10 max-w-xl text-muted">
          <Unbroken>{guarantees.text}</Unbroken>
        </p>
        <GuaranteeList guarantees={guarantees.three} />
        <Link to={guarantees.all.to} className="button button-line mt-6 md:mt-4">
          {guarantees.all.label}
        </Link>
      </section>
      <NewsletterSection offer={loaderData.newsletter} source="/our-story" />
      <NextLinks links={next} />
    </>
  )
}
