import { htmlForPage } from '#app/.server/catalog/clean-html.ts'
import {
  type JournalPost,
  journalPage,
  journalUntil,
} from '#app/.server/content/queries/journal.ts'
import { apiRoute } from '#app/.server/platform/http/api-route.ts'
import { trueUntil } from '#app/.server/platform/http/page-life.ts'
import { inTurn } from '#app/.server/platform/http/page-queue.ts'
import { brand } from '#brand'
import { page as journal } from '#content/journal/index.ts'

export const middleware = [inTurn]

/** The newest posts as RSS 2.0, whole, with absolute links [SEO-03]. */
export const loader = apiRoute({
  GET: async ({ app, context }) => {
    trueUntil(context, await journalUntil(app))
    const { posts } = await journalPage(app, 1)
    const at = (path: string) => new URL(path, app.publicUrl).href
    const lines = [
      '<?xml version="1.0" encoding="UTF-8"?>',
      '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:content="http://purl.org/rss/1.0/modules/content/">',
      '<channel>',
      `<title>${text(`${journal.title} · ${brand.name}`)}</title>`,
      `<link>${text(at('/blog'))}</link>`,
      `<atom:link href="${text(at('/blog/feed.xml'))}" rel="self" type="application/rss+xml"/>`,
      `<description>${text(journal.description)}</description>`,
      '<language>en-us</language>',
      ...posts.map((post) => item(post, app.publicUrl)),
      '</channel>',
      '</rss>',
      '',
    ]
    return new Response(lines.join('\n'), {
      headers: {
        'Content-Type': 'application/rss+xml; charset=utf-8',
        'Cache-Control': 'public, max-age=300',
      },
    })
  },
})

export const action = loader

function item(post: JournalPost, origin: string): string {
  const at = (path: string) => text(new URL(path, origin).href)
  return [
    '<item>',
    `<title>${text(post.title)}</title>`,
    `<link>${at(post.path)}</link>`,
    // By its number, which stays when its address changes.
    `<guid isPermaLink="true">${at(`/blog/${post.id}`)}</guid>`,
    ...(post.publishedAt ? [`<pubDate>${new Date(post.publishedAt).toUTCString()}</pubDate>`] : []),
    `<description>${text(post.excerpt)}</description>`,
    `<content:encoded>${cdata(htmlForPage(post.content, post.home ?? origin))}</content:encoded>`,
    '</item>',
  ].join('\n')
}

function text(words: string): string {
  return ofXml(words).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

function cdata(html: string): string {
  return `<![CDATA[${ofXml(html).replaceAll(']]>', ']]]]><![CDATA[>')}]]>`
}

/** Without the characters that no XML may hold, however they are written. */
function ofXml(words: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: those are the ones to go.
  return words.toWellFormed().replace(/[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, '')
}
