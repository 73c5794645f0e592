import { hydratePage } from './hydrate-page.ts'

/**
 * What can be read is painted before the scripts that hydrate it are requested: on a
 * slow line they would take their share of it from stylesheet, fonts and the first picture. The
 * page's module script becomes a block of data, its preload links an attribute of it, and this
 * starter puts both back. Constant text, so that its hash in the content security policy is
 * constant too.
 */
const starter = `(${hydratePage})()`

const preloads = /<link rel="modulepreload"[^>]*>/g

/** A rendered page, before its inline scripts are sealed; `mark` is theirs. What is no page stays as it is. */
export function hydrateAfterPaint(html: string, mark: string): string {
  const opening = `<script nonce="${mark}" type="module" async="">`
  const scripts = html.indexOf(opening)
  const end = html.lastIndexOf('</body>')
  if (scripts === -1 || end === -1) return html
  const hrefs = [...html.slice(0, scripts).matchAll(preloads)].flatMap(
    ([link]) => /href="([^"]*)"/.exec(link)?.[1] ?? [],
  )
  const data = `<script nonce="${mark}" type="text/plain" id="deferred-scripts" data-scripts="${hrefs.join(' ')}">`
  return (
    html.slice(0, scripts).replace(preloads, '') +
    data +
    html.slice(scripts + opening.length, end) +
    `<script nonce="${mark}">${starter}</script>` +
    html.slice(end)
  )
}
