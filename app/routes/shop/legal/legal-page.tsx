import { Article } from '#app/ui/text/article.tsx'
import { PageHead } from '#app/ui/text/page-head.tsx'

type LegalText = {
  title: string
  html: string
  headings: { id: string; text: string }[]
  /** As it is written in the text. */
  updated: string
}

export function LegalPage({ text }: { text: LegalText }) {
  return (
    <>
      <PageHead title={text.title}>
        <p className="mt-6 text-muted">{`Last updated: ${text.updated}`}</p>
      </PageHead>
      <Article html={text.html} headings={text.headings} />
    </>
  )
}
