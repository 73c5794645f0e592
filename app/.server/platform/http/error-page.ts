import { brand } from '#brand'
import type { AppError } from '../errors.ts'
import { errorResponse } from './api-route.ts'

/** Within the bundle; scripts that run the source itself, such as `npm run bench`, show no page. */
const stylesheet = import.meta.env ? (await import('#app/app.css?url')).default : ''

/**
 * A request refused before any route: a page where a browser would show the answer as one, else the
 * JSON of API errors, which `ErrorScreen` reads where the router's scripts asked.
 */
export function refusal(
  request: Request,
  problem: AppError,
  headers: Record<string, string> = {},
): Response {
  const { pathname } = new URL(request.url)
  const asksForPage = request.headers.get('accept')?.includes('text/html')
  if (!asksForPage || pathname.endsWith('.data')) return errorResponse(problem, headers)
  const heading = problem.status === 503 ? 'One moment' : 'Not accepted'
  return new Response(page(heading, problem.message), {
    status: problem.status,
    headers: {
      ...headers,
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-store',
    },
  })
}

function page(heading: string, message: string): string {
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
<a href="/" class="button button-line mt-10">Return Home</a>
</main>
</body>
</html>
`
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
