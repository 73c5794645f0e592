/** `page`: a view of a page, by its path. `product`: of a product's page, by its ID. `source`: a visit that began. */
export const visitKinds = ['page', 'product', 'source', 'cart'] as const
export type VisitKind = (typeof visitKinds)[number]

/** A key for whatever has no separate row. */
export const otherKey = 'other'
/** A visit without a referrer: typed, a bookmark, an app. */
export const directKey = 'direct'

/**
 * The pages whose views are counted. Pages with a secret in their address (an order, a payment, a certificate) are
 * not among them.
 */
const countedPage =
  /^\/(?:|products|gold-price(?:\/proof)?|our-story|custom-work|guarantees|(?:material|laser-weight|recast)-guarantee|contact|find-order|blog|qa|(?:blog|qa)\/[\w%.~-]{1,100}|privacy-policy|terms-and-conditions)$/

export type View = { kind: 'page' | 'product'; key: string }

/** What a request for this address looks at, with or without React Router's `.data`; null: nothing counted. */
export function viewOf(url: string): View | null {
  const path = pathOf(url)
  if (path.startsWith('/product/')) {
    const id = decoded(path.slice('/product/'.length))
    return id && id.length <= 64 && !id.includes('/') ? { kind: 'product', key: id } : null
  }
  return countedPage.test(path) ? { kind: 'page', key: path } : null
}

/** Whether React Router asks for the data of a page, which is how a link within the shop opens it. */
export const isDataRequest = (url: string): boolean => pathWithData(url).endsWith('.data')

/** The path of the page that an address belongs to. */
export function pathOf(url: string): string {
  const path = pathWithData(url)
  if (!path.endsWith('.data')) return path
  const page = path.slice(0, -'.data'.length)
  return page === '/_root' || page === '/_' ? '/' : page
}

function pathWithData(url: string): string {
  const mark = url.indexOf('?')
  return mark === -1 ? url : url.slice(0, mark)
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}

type Arrival = {
  url: string
  /** The headers Referer and Sec-Fetch-Site, where they were sent. */
  referrer: string | undefined
  fetchSite: string | undefined
  /** The shop's own, as in `new URL(…).host`. */
  host: string
}

/**
 * Where a visit comes from: the campaign named by `utm_source`, else the host of the page before, without
 * `www.`. Null for a page that was opened from another page of the shop.
 */
export function sourceOf({ url, referrer, fetchSite, host }: Arrival): string | null {
  if (fetchSite === 'same-origin') return null
  const from = referrer ? hostOf(referrer) : null
  if (from?.own === host) return null
  const campaign = url.includes('utm_source=') ? campaignOf(url) : null
  if (campaign) return campaign
  if (from) return from.key
  return referrer || fetchSite === 'cross-site' ? otherKey : directKey
}

function campaignOf(url: string): string | null {
  const named = new URLSearchParams(url.slice(url.indexOf('?') + 1)).get('utm_source')
  // No at sign: an email address is nobody's campaign.
  const name = named?.trim().toLowerCase() ?? ''
  return /^[a-z0-9][a-z0-9 ._-]{0,39}$/.test(name) ? name : null
}

function hostOf(referrer: string): { own: string; key: string } | null {
  try {
    const { host, hostname } = new URL(referrer)
    const key = hostname.replace(/^www\./, '')
    return { own: host, key: /^[a-z0-9.-]{1,80}$/.test(key) ? key : otherKey }
  } catch {
    return null
  }
}

/**
 * Programs that name themselves, as search engines, previews of links, monitors, and HTTP libraries do; and those
 * that send no name, which every browser does.
 */
const robots =
  /bot\b|bot[/_;-]|crawl|spider|slurp|scan|monitor|uptime|preview|fetch|headless|lighthouse|pagespeed|facebookexternalhit|whatsapp|embed|curl|wget|python|java\/|okhttp|axios|node|go-http|libwww|httpclient|ruby|perl|php|feed|archiv|validator|ahrefs|semrush|gptbot|claude|chatgpt|ia_archiver|mediapartners/i

export const isRobot = (userAgent: string | null | undefined): boolean =>
  !userAgent || userAgent.length < 20 || robots.test(userAgent)
