import starter from './hydrate-page.ts?inline'

const scriptTags = /<script\b([^>]*)>/g
const linkTags = /<link\b([^>]*)>/g

/**
 * A page is painted before the scripts that hydrate it are so much as asked for: on a slow line they
 * would take their share of it from stylesheet, fonts and the first picture. Its module script
 * becomes a block of data, its preload links an attribute of that, and `starter` puts both back: a
 * constant text, so that its hash in the content security policy is constant too.
 *
 * `html` is a rendered page whose inline scripts still have the nonce `mark` (content-security-policy.ts).
 * Anything else stays as it is.
 */
export function hydrateAfterPaint(html: string, mark: string): string {
  const script = [...html.matchAll(scriptTags)].find(
    ([, attributes = '']) =>
      attribute(attributes, 'nonce') === mark && attribute(attributes, 'type') === 'module',
  )
  const end = html.lastIndexOf('</body>')
  if (!script || end === -1) return html
  const preloaded: string[] = []
  const before = html.slice(0, script.index).replace(linkTags, (link, attributes: string) => {
    if (attribute(attributes, 'rel') !== 'modulepreload') return link
    preloaded.push(attribute(attributes, 'href') ?? '')
    return ''
  })
  return (
    before +
    `<script nonce="${mark}" type="text/plain" id="deferred-scripts" data-scripts="${preloaded.join(' ')}">` +
    html.slice(script.index + script[0].length, end) +
    `<script nonce="${mark}">${starter}</script>` +
    html.slice(end)
  )
}

/** Its text as React writes it, escaped, so that it can be written into another attribute. */
function attribute(attributes: string, name: string): string | undefined {
  return new RegExp(`(?:^|\\s)${name}="([^"]*)"`).exec(attributes)?.[1]
}
