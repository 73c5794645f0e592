import { context, type Facts } from './structured-data.ts'

// Apart from structured-data.ts, which every page carries.

/**
 * Facts for search engines inside a page, for those that change while it is looked at, as prices do. A data block:
 * no browser runs it, so it needs no place in the content security policy.
 */
export function StructuredData({ facts }: { facts: Facts }) {
  return (
    <script
      type="application/ld+json"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON in which every < is escaped.
      dangerouslySetInnerHTML={{ __html: jsonForScript({ '@context': context, ...facts }) }}
    />
  )
}

/** JSON that can be inside a script element: no text in it can end the element. */
export function jsonForScript(data: object): string {
  return JSON.stringify(data).replaceAll('<', '\\u003c')
}
