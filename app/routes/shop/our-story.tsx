import { Link } from 'react-router'
import { writtenPage } from '#app/.server/content/queries/texts.ts'
import { goldPriceOfRequest } from '#app/.server/gold-price/queries/gold-price-of-request.ts'
import { offeredNewsletter } from '#app/.server/newsletter/queries/sign-up.ts'
import { appContext } from '#app/.server/platform/http/request-context.ts'
import { renderingNote } from '#app/domain/content/renderings.ts'
import { isSetManually } from '#app/domain/gold-price/acceptance.ts'
import { Picture } from '#app/ui/gallery/picture.tsx'
import { contentMeta } from '#app/ui/seo.ts'
import { Written } from '#app/ui/text/html-text.tsx'
import { Maker } from '#app/ui/text/maker.tsx'
import { NextLinks } from '#app/ui/text/next-links.tsx'
import { Unbroken } from '#app/ui/text/no-break.tsx'
import { PageHead } from '#app/ui/text/page-head.tsx'
import { maker } from '#content/pages/maker.ts'
import { ourStory, storyPrice } from '#content/pages/our-story.ts'
import type { Route } from './+types/our-story.ts'
import { NewsletterSection } from './newsletter-form.tsx'

export async function loader({ context }: Route.LoaderArgs) {
  const app = context.get(appContext)
  const newsletter = await offeredNewsletter(app)
  const page = await writtenPage(app, ourStory)
  const isBySet = isSetManually((await goldPriceOfRequest(context)).gold.source)
  // Words that staff wrote stay as they are.
  const sections = page.sections.map((section) => ({
    ...section,
    body: isBySet ? section.body.replace(storyPrice.market, storyPrice.bySet) : section.body,
  }))
  const shown = { ...page, sections, maker: await writtenPage(app, maker) }
  const { guarantees, ...withPictures } = shown
  return { ...shown, newsletter, note: renderingNote(withPictures) }
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  contentMeta(loaderData, '/our-story', matches)

export default function OurStory({ loaderData }: Route.ComponentProps) {
  const { title, back, lead, picture, founderMessage, mark, sections, guarantees, values, next } =
    loaderData
  const { signature } = founderMessage
  return (
    <>
      <PageHead title={title} lead={lead} back={back} />
      <div className="frame">
        <Picture
          src={picture.src}
          alt={picture.alt}
          side={1200}
          shape={wide}
          sizes="(min-width: 100rem) 86rem, (min-width: 72rem) 68rem, calc(100vw - 2.5rem)"
          eager
          filled
          className="w-full"
        />
        {loaderData.note && <p className="mt-3 text-sm text-muted">{loaderData.note}</p>}
      </div>
      <div className="page-band grid gap-x-8 gap-y-6 md:grid-cols-12 md:grid-rows-[auto_1fr]">
        <section aria-labelledby="founder" className="contents">
          <h2 id="founder" className="text-[1.75rem] md:col-span-4 md:text-[2rem]">
            {founderMessage.heading}
          </h2>
          <div className="font-display text-xl leading-normal text-pretty md:col-span-7 md:col-start-6 md:row-span-2 md:row-start-1 md:text-2xl md:leading-normal">
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
        <figure className="max-md:mt-4 md:col-span-4 md:row-start-2">
          <Picture
            src={mark.picture.src}
            alt={mark.picture.alt}
            side={800}
            shape={square}
            sizes="(min-width: 100rem) 28rem, (min-width: 72rem) 22rem, (min-width: 48rem) 30vw, calc(100vw - 2.5rem)"
            filled
            className="w-full border border-line"
          />
          <figcaption className="mt-3 text-sm text-muted">
            <Unbroken>{mark.note}</Unbroken>
          </figcaption>
        </figure>
      </div>
      {sections.map((section, at) => (
        <Chapter key={section.id} {...section} isMirrored={at % 2 === 1} />
      ))}
      <Maker pictures={loaderData.maker} />
      <section aria-labelledby="values" className="page-band">
        <h2 id="values">{values.heading}</h2>
        <ul className="mt-8 grid gap-x-8 gap-y-8 md:mt-10 md:grid-cols-3">
          {values.items.map(({ name, body }) => (
            <li key={name} className="border-t border-ink pt-5">
              <h3>{name}</h3>
              <Written html={body} className="mt-2 text-muted" />
            </li>
          ))}
        </ul>
      </section>
      <section aria-labelledby="guarantees" className="page-band">
        <h2 id="guarantees">{guarantees.heading}</h2>
        <p className="mt-3 mb-10 max-w-xl text-muted">
          <Unbroken>{guarantees.text}</Unbroken>
        </p>
        <GuaranteeFacts guarantees={guarantees.three} />
        <Link to={guarantees.all.to} className="button button-line mt-10">
          {guarantees.all.label}
        </Link>
      </section>
      <NextLinks links={next} />
      <NewsletterSection offer={loaderData.newsletter} source="/our-story" />
    </>
  )
}

type Shown = Route.ComponentProps['loaderData']

/** What is above and below the middle gives way on a wide screen. */
const wide = {
  height: 600,
  className: 'aspect-4/3 object-cover object-[50%_20%] md:aspect-2/1',
}
const square = { height: 800, className: 'aspect-square object-cover' }
const scene = { height: 600, className: 'aspect-4/3 object-cover' }
const shapes: Readonly<Record<string, typeof scene>> = {
  'older-than-the-city': square,
  'what-we-make': square,
}

type ChapterProps = Shown['sections'][number] & { isMirrored: boolean }

/** A picture and what there is to say beside it; on a phone below it. */
function Chapter({ id, heading, body, picture, isMirrored }: ChapterProps) {
  return (
    <section
      aria-labelledby={id}
      className="page-band grid items-center gap-x-8 gap-y-6 md:grid-cols-12"
    >
      <Picture
        src={picture.src}
        alt={picture.alt}
        side={800}
        shape={shapes[id] ?? scene}
        sizes="(min-width: 100rem) 42rem, (min-width: 72rem) 33rem, (min-width: 48rem) 46vw, calc(100vw - 2.5rem)"
        filled
        className={`w-full border border-line md:col-span-6 ${isMirrored ? 'md:order-last md:col-start-7' : ''}`}
      />
      <div className={`md:col-span-6 lg:col-span-5 ${isMirrored ? '' : 'lg:col-start-8'}`}>
        <h2 id={id}>
          <Unbroken>{heading}</Unbroken>
        </h2>
        <Written html={body} className="mt-5" />
      </div>
    </section>
  )
}

/** In words alone: their pictures are on the pages that they lead to, and on the home page. */
function GuaranteeFacts({ guarantees }: { guarantees: Shown['guarantees']['three'] }) {
  return (
    <ul className="border-line border-b">
      {guarantees.map(({ id, name, to, figure, summary }) => (
        <li
          key={id}
          className="grid items-baseline gap-x-8 border-line border-t py-5 md:grid-cols-[2fr_3fr_7fr]"
        >
          <p aria-hidden="true" className="font-display text-2xl leading-tight">
            {figure}
          </p>
          <h3 className="font-sans text-base font-medium max-md:mt-1">
            <Link to={to} className="link">
              {name}
            </Link>
          </h3>
          <p className="text-muted max-md:mt-1">
            <Unbroken>{summary}</Unbroken>
          </p>
        </li>
      ))}
    </ul>
  )
}
