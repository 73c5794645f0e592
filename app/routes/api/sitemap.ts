import { journalUntil } from '#app/.server/content/queries/journal.ts'
import { sitemapPaths } from '#app/.server/content/queries/sitemap.ts'
import { apiRoute } from '#app/.server/platform/http/api-route.ts'
import { trueUntil } from '#app/.server/platform/http/page-life.ts'
import { inTurn } from '#app/.server/platform/http/page-queue.ts'

export const middleware = [inTurn]

/** Every public page, by its canonical address [SEO-03]. */
export const loader = apiRoute({
  GET: async ({ app, context }) => {
    trueUntil(context, journalUntil(app))
    const paths = await sitemapPaths(app)
    const entries = paths.map((path) => `  <url><loc>${xmlText(app.publicUrl + path)}</loc></url>`)
    return new Response(
      `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join('\n')}\n</urlset>\n`,
      {
        headers: { 'Content-Type': 'application/xml; charset=utf-8', 'Cache-Control': 'no-cache' },
      },
    )
  },
})

export const action = loader

function xmlText(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
