const scriptLinks = /<link rel="modulepreload"[^>]*>/g

/**
 * React writes the links of a page's scripts to the front of the head, before its stylesheet. On a
 * slow line the stylesheet, and with it the first paint, would then wait for two dozen scripts which
 * only wake up what can be read already. They go to the end of the head, with low priority. A
 * browser finds them there by their addresses all the same when it wakes the page up.
 */
export function scriptsAfterStyle(html: string): string {
  const end = html.indexOf('</head>')
  if (end === -1) return html
  const head = html.slice(0, end)
  const links = (head.match(scriptLinks) ?? []).map((link) =>
    link.replace('<link', '<link fetchpriority="low"'),
  )
  return head.replace(scriptLinks, '') + links.join('') + html.slice(end)
}
