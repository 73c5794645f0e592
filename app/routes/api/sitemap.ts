import { isJournalRead, journalUntil } from '#app/.server/content/queries/journal.ts'
import { type SitemapEntry, sitemapFiles } from '#app/.server/content/queries/sitemap.ts'
import { AppError } from '#app/.server/platform/errors.ts'
import { apiRoute } from '#app/.server/platform/http/api-route.ts'
import { inTurn } from '#app/.server/platform/http/limits/page-queue.ts'
import { trueUntil } from '#app/.server/platform/http/page-cache/page-life.ts'
import { xmlText } from '#app/.server/platform/http/xml.ts'

export const middleware = [inTurn]

/**
 * Every public page, by its canonical address: /sitemap.xml is one file, or an index of
 * /sitemap-1.xml and so on [SEO-03, SEO-05].
 */
export const loader = apiRoute({
  GET: async ({ app, request, context }) => {
    const number = /-(\d+)\.xml$/.exec(new URL(request.url).pathname)?.[1]
    // A content site that was not read yet is asked now, for the next request: what lacks its posts is
    // not kept.
    const isWhole = isJournalRead(app)
    const files = await sitemapFiles(app)
    if (isWhole) trueUntil(context, await journalUntil(app))
    if (number !== undefined) {
      const entries = files.length > 1 ? files[Number(number) - 1] : undefined
      if (!entries) throw new AppError('not_found', 404, 'There’s nothing at this address.')
      return addresses(app.publicUrl, entries)
    }
    return files.length > 1 ? index(app.publicUrl, files) : addresses(app.publicUrl, files.flat())
  },
})

export const action = loader

function addresses(origin: string, entries: readonly SitemapEntry[]): Response {
  const lines = entries.map(({ path, saved }) => `  <url>${locAndTime(origin + path, saved)}</url>`)
  return xml('urlset', lines)
}

/** Without times: nobody notes when a product that is no longer on sale left a file. */
function index(origin: string, files: readonly unknown[]): Response {
  const lines = files.map((_, at) => {
    return `  <sitemap>${locAndTime(`${origin}/sitemap-${at + 1}.xml`)}</sitemap>`
  })
  return xml('sitemapindex', lines)
}

function locAndTime(address: string, saved?: Date): string {
  const time = saved ? `<lastmod>${saved.toISOString()}</lastmod>` : ''
  return `<loc>${xmlText(address)}</loc>${time}`
}

function xml(root: string, lines: readonly string[]): Response {
  return new Response(
    `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${lines.join('\n')}\n</${root}>\n`,
    { headers: { 'Content-Type': 'application/xml; charset=utf-8', 'Cache-Control': 'no-cache' } },
  )
}
