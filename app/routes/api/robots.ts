import { apiRoute } from '#app/.server/platform/http/api-route.ts'
import { trueUntil } from '#app/.server/platform/http/page-cache/page-life.ts'
import { keyAddresses } from '#app/domain/access/secret-addresses.ts'

export const loader = apiRoute({
  GET: async ({ app, context }) => {
    trueUntil(context, new Date(app.now().getTime() + 600_000))
    return new Response(
      [
        'User-agent: *',
        'Disallow: /admin',
        ...keyAddresses.filter((prefix) => !prefix.startsWith('/admin')).map(disallow),
        'Disallow: /api/',
        `Sitemap: ${app.publicUrl}/sitemap.xml`,
        '',
      ].join('\n'),
      { headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-cache' } },
    )
  },
})

const disallow = (prefix: string) => `Disallow: ${prefix}`

export const action = loader
