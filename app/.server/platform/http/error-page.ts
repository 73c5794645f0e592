import { brand } from '#brand'
import type { AppError } from '../errors.ts'
import { errorResponse } from './api-route.ts'

/** Within the bundle; scripts that run the source itself, such as `npm run bench`, show no page. */
const stylesheet = import.meta.env ? (await import('#app/app.css?url')).default : ''

/** Where a page leads that cannot show what was asked for. */
export type Back = { to: string; label: string }

/**
 * A request refused before any route, or by one that has no page: a page where a browser would show the answer
 * as one, else the JSON of API errors, which `ErrorScreen` reads where the router's scripts asked.
 */
export function refusal(
  request: Request,
  problem: AppError,
  headers: Record<string, string> = {},
  says: { heading?: string; back?: Back } = {},
): Response {
  const { pathname } = new URL(request.url)
  const asksForPage = request.headers.get('accept')?.includes('text/html')
  if (!asksForPage || pathname.endsWith('.data')) return errorResponse(problem, headers)
  const heading = says.heading ?? (problem.status === 503 ? 'One moment' : 'Not accepted')
  return new Response(page(heading, problem.message, says.back ?? home), {
    status: problem.status,
    headers: {
      ...headers,
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-store',
    },
  })
}

const home: Back = { to: '/', label: 'Return Home' }

function page(heading: string, message: string, back: Back): string {
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${heading} · ${escaped(brand.name)}</title>
<link rel="stylesheet" href="${stylesheet}">
</head>
<body>
<main class="mx-auto flex w-full max-w-6xl flex-col items-center px-5 py-32 text-center md:px-8">
<h1>${heading}</h1>
<p class="mt-6 max-w-md text-muted wrap-anywhere">${escaped(message)}</p>
<a href="${escaped(back.to)}" class="button button-line mt-10">${escaped(back.label)}</a>
</main>
</body>
</html>
`
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
