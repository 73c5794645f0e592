/**
 * What can be read is painted before the scripts that wake it up are so much as asked for: on a
 * slow line they would take their share of it from stylesheet, fonts and the first picture. The
 * page's module script becomes a block of data, its preload links an attribute of it, and this
 * starter puts both back once the page has loaded and been painted; at the first touch or key; or
 * after a second and a half, for a page that is never painted or waits for a stranger's picture.
 * Constant text, so that its hash in the content security policy is constant too.
 */
const starter = `(function(){var begun,d=document;function wake(){if(begun)return;begun=true;var from=d.getElementById('wake'),s=d.createElement('script');from.dataset.scripts.split(' ').forEach(function(href){var l=d.createElement('link');l.rel='modulepreload';l.href=href;d.head.append(l)});s.type='module';s.textContent=from.textContent;d.body.append(s)}function painted(){requestAnimationFrame(function(){requestAnimationFrame(function(){setTimeout(wake)})})}if(d.readyState==='complete')painted();else addEventListener('load',painted);['pointerdown','keydown'].forEach(function(one){addEventListener(one,wake,{capture:true,once:true,passive:true})});setTimeout(wake,1500)})()`

const preloads = /<link rel="modulepreload"[^>]*>/g

/** A rendered page, before its inline scripts are sealed; `mark` is theirs. What is no page stays as it is. */
export function wakeAfterPaint(html: string, mark: string): string {
  const opening = `<script nonce="${mark}" type="module" async="">`
  const scripts = html.indexOf(opening)
  const end = html.lastIndexOf('</body>')
  if (scripts === -1 || end === -1) return html
  const hrefs = [...html.slice(0, scripts).matchAll(preloads)].flatMap(
    ([link]) => /href="([^"]*)"/.exec(link)?.[1] ?? [],
  )
  const data = `<script nonce="${mark}" type="text/plain" id="wake" data-scripts="${hrefs.join(' ')}">`
  return (
    html.slice(0, scripts).replace(preloads, '') +
    data +
    html.slice(scripts + opening.length, end) +
    `<script nonce="${mark}">${starter}</script>` +
    html.slice(end)
  )
}
