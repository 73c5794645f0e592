import { keyAddresses } from '#app/domain/access/secret-addresses.ts'

/**
 * What a browser may fetch ahead: the page behind a link that is pointed at or pressed. Only until a
 * page is hydrated; from then on links are the router's, which fetches the data alone. Prefetch, not
 * prerender: a page that nobody has opened runs no script.
 */
const rules = {
  prefetch: [
    {
      eagerness: 'moderate',
      where: {
        and: [
          { href_matches: '/*' },
          {
            not: {
              href_matches: [
                '/admin',
                '/admin/*',
                ...keyAddresses.map((prefix) => `${prefix}*`),
                '/api/*',
                '/*.*',
              ],
            },
          },
          { not: { selector_matches: 'html[data-hydrated] a' } },
        ],
      },
    },
  ],
}

export function loader() {
  return Response.json(rules, {
    headers: {
      'Content-Type': 'application/speculationrules+json',
      'Cache-Control': 'public, max-age=86400',
    },
  })
}
