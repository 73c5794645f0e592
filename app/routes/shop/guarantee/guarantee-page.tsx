import type { ComponentProps, ReactNode } from 'react'
import type { MetaDescriptor } from 'react-router'
import { contentMeta } from '#app/ui/seo.ts'
import { NextLinks } from '#app/ui/text/next-links.tsx'
import { PageHead } from '#app/ui/text/page-head.tsx'
import { Sections } from '#app/ui/text/sections.tsx'

type Guarantee = {
  title: string
  description: string
  lead: string
  picture: ComponentProps<typeof PageHead>['picture'] & {}
  /** Title of the page of all three. */
  overview: string
  sections: ComponentProps<typeof Sections>['sections']
  next: ComponentProps<typeof NextLinks>['links']
}

export function guaranteeMeta(
  page: Guarantee,
  path: string,
  matches: readonly unknown[],
): MetaDescriptor[] {
  return contentMeta(page, path, matches, [{ name: page.overview, path: '/guarantees' }])
}

/** One of the three guarantees: its own part is between head and sections. */
export function GuaranteePage({ page, children }: { page: Guarantee; children: ReactNode }) {
  const { title, lead, picture, overview, sections, next } = page
  return (
    <>
      <PageHead
        back={{ to: '/guarantees', label: overview }}
        title={title}
        lead={lead}
        picture={picture}
      />
      {children}
      <Sections sections={sections} />
      <NextLinks links={next} />
    </>
  )
}
