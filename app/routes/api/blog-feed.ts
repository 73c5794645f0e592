import type { AppContext } from '#app/.server/app-context.ts'
import {
  type JournalPost,
  journalPage,
  journalUntil,
} from '#app/.server/content/queries/journal.ts'
import { postHtml } from '#app/.server/content/queries/post-html.ts'
import { apiRoute } from '#app/.server/platform/http/api-route.ts'
import { inTurn } from '#app/.server/platform/http/limits/page-queue.ts'
import { trueUntil } from '#app/.server/platform/http/page-cache/page-life.ts'
import { xmlCharacters, xmlText } from '#app/.server/platform/http/xml.ts'
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
      `<title>${xmlText(`${journal.title} · ${brand.name}`)}</title>`,
      `<link>${xmlText(at('/blog'))}</link>`,
      `<atom:link href="${xmlText(at('/blog/feed.xml'))}" rel="self" type="application/rss+xml"/>`,
      `<description>${xmlText(journal.description)}</description>`,
      '<language>en-us</language>',
      ...(await Promise.all(posts.map((post) => item(app, post)))),
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

async function item(app: AppContext, post: JournalPost): Promise<string> {
  const at = (path: string) => xmlText(new URL(path, app.publicUrl).href)
  return [
    '<item>',
    `<title>${xmlText(post.title)}</title>`,
    `<link>${at(post.path)}</link>`,
    // By its number, which stays when its address changes.
    `<guid isPermaLink="true">${at(`/blog/${post.id}`)}</guid>`,
    ...(post.publishedAt ? [`<pubDate>${new Date(post.publishedAt).toUTCString()}</pubDate>`] : []),
    `<description>${xmlText(post.excerpt)}</description>`,
    `<content:encoded>${cdata(await postHtml(app, post, { isFeed: true }))}</content:encoded>`,
    '</item>',
  ].join('\n')
}

function cdata(html: string): string {
  return `<![CDATA[${xmlCharacters(html).replaceAll(']]>', ']]]]><![CDATA[>')}]]>`
}
