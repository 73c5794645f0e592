import { apiRoute } from '#app/.server/platform/http/api-route.ts'

export const loader = apiRoute({
  GET: async ({ app }) =>
    new Response(
      [
        'User-agent: *',
        'Disallow: /admin',
        'Disallow: /order/',
        'Disallow: /test-payment/',
        'Disallow: /api/',
        `Sitemap: ${app.publicUrl}/sitemap.xml`,
        '',
      ].join('\n'),
      { headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-cache' } },
    ),
})

export const action = loader
