import type { MetaDescriptor } from 'react-router'
import { pageMeta } from '#app/ui/seo.ts'
import { breadcrumbs } from '#app/ui/structured-data.tsx'
import { Article } from '#app/ui/text/article.tsx'
import { PageHead } from '#app/ui/text/page-head.tsx'

type LegalText = {
  id: string
  title: string
  description: string
  html: string
  headings: { id: string; text: string }[]
  /** As it is written in the text. */
  updated: string
}

export function legalMeta(text: LegalText, origin: string): MetaDescriptor[] {
  const { title, description } = text
  const path = `/${text.id}`
  return [
    ...pageMeta({ title, description, path, origin }),
    breadcrumbs(origin, [{ name: title, path }]),
  ]
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
