import { createContext } from 'react-router'
import type { AppContext } from '#app/.server/app-context.ts'

/** Renders the page at a path as another shop would, such as one with a draft published; server.ts sets it. */
export const renderPageContext =
  createContext<(path: string, shop: AppContext) => Promise<Response>>()

/**
 * A page to look at, in which nothing runs: without scripts, so that none of them asks the real shop for
 * what only the preview has. `notice` is shown above its foot.
 */
export async function asPreview(page: Response, notice: string): Promise<Response> {
  const html = (await page.text())
    .replaceAll(/<script\b[^>]*>[\s\S]*?<\/script>/g, '')
    .replaceAll(/<link\b[^>]*rel="modulepreload"[^>]*>/g, '')
    .replace(
      '</body>',
      `<p role="status" class="fixed inset-x-0 bottom-0 z-50 border-t border-notice bg-raised px-5 py-2 text-center text-sm">${notice}</p></body>`,
    )
  const headers = new Headers(page.headers)
  headers.set('Cache-Control', 'no-store')
  headers.set('X-Robots-Tag', 'noindex')
  for (const name of ['Speculation-Rules', 'Content-Length', 'Link']) headers.delete(name)
  return new Response(html, { status: page.status, headers })
}
