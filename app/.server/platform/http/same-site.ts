/** Host and port without `www.`: a site answers under both names. */
const bareHost = ({ hostname, port }: URL) => `${hostname.replace(/^www\./, '')}:${port}`

/** The same site, whether by http or https, `www.` or not. */
export function isSameSite(one: URL, other: URL): boolean {
  return bareHost(one) === bareHost(other)
}

/** Pixels within a page, in kinds that every browser draws; more of them would weigh on the page. */
const inlinePicture = /^data:image\/(?:png|jpe?g|gif|webp|avif);base64,[a-z\d+/\s]+(?:=\s*){0,2}$/i
const maxInlineChars = 150_000

/**
 * The address under which a page may load a picture of a site's text, as the content security policy
 * has it: any https one, and the site's own. Those that the site wrote before it moved to https are
 * read over https. Null: none that a page may load.
 */
export function sitePicture(address: string, home: string): string | null {
  if (address.startsWith('data:')) {
    return address.length <= maxInlineChars && inlinePicture.test(address) ? address : null
  }
  if (address.trim() === '' || !URL.canParse(address, home)) return null
  const site = new URL(home)
  const url = new URL(address, home)
  const isOwn = isSameSite(url, site)
  // `//host/…` leaves open by what it is read.
  if (/^[\\/]{2}/.test(address.trim()) && !isOwn) url.protocol = 'https:'
  if (url.protocol === 'https:') return url.href
  if (url.protocol !== 'http:' || !isOwn) return null
  return new URL(url.pathname + url.search, siteOver(url, site)).href
}

/** Over https by the name that was written; over plain http by the one name the policy lets through. */
function siteOver(url: URL, site: URL): string {
  return site.protocol === 'https:' ? `https://${url.host}` : site.origin
}
