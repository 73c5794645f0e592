import { Written } from './html-text.tsx'

type Props = { html: string; headings: readonly { id: string; text: string }[] }

/** A long text and, beside it or before it, what is in it. */
export function Article({ html, headings }: Props) {
  return (
    <div className="frame grid gap-x-8 gap-y-12 lg:grid-cols-12">
      <nav aria-label="On this page" className="lg:col-span-4">
        <div className="lg:sticky lg:top-28 lg:max-h-[calc(100vh-9rem)] lg:overflow-y-auto">
          <h2 className="eyebrow mb-2 font-sans font-normal">On this page</h2>
          <ol className="border-y border-line py-2 max-lg:columns-2xs lg:border-y-0 lg:py-0">
            {headings.map(({ id, text }) => (
              <li key={id} className="break-inside-avoid">
                <a href={`#${id}`} className="contents-link">
                  {text}
                </a>
              </li>
            ))}
          </ol>
        </div>
      </nav>
      <article className="lg:col-span-8 lg:col-start-5">
        <Written html={html} className="article" />
      </article>
    </div>
  )
}
