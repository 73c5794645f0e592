import type { CheerioAPI } from 'cheerio'

/** What was played or shown in a frame, as a link to where it is. */
type Embed = {
  address: string
  title: string
  kind: 'Video' | 'Audio' | 'Page' | 'File' | 'Picture' | 'Form'
}

const players: readonly [RegExp, (found: RegExpExecArray) => string][] = [
  [
    /^https?:\/\/(?:www\.)?youtube(?:-nocookie)?\.com\/(?:embed|shorts|live)\/([\w-]{6,})/,
    ([, id]) => `https://www.youtube.com/watch?v=${id}`,
  ],
  [/^https?:\/\/player\.vimeo\.com\/video\/(\d+)/, ([, id]) => `https://vimeo.com/${id}`],
  [
    /^https?:\/\/(?:www\.)?dailymotion\.com\/embed\/video\/(\w+)/,
    ([, id]) => `https://www.dailymotion.com/video/${id}`,
  ],
  [/^https?:\/\/open\.spotify\.com\/embed\/(.+)/, ([, path]) => `https://open.spotify.com/${path}`],
]
const videoHosts =
  /(^|\.)(youtube(-nocookie)?\.com|youtu\.be|vimeo\.com|dailymotion\.com|dai\.ly|wistia\.(com|net)|videopress\.com|ted\.com|loom\.com|twitch\.tv|tiktok\.com)$/
const audioHosts =
  /(^|\.)(soundcloud\.com|spotify\.com|mixcloud\.com|bandcamp\.com|podbean\.com|libsyn\.com)$/

/** Null where the address is none that a link may have. */
export function embedOf(
  address: string | undefined,
  { home, title = '', kind }: { home: string; title?: string | undefined; kind?: Embed['kind'] },
): Embed | null {
  if (!address || !URL.canParse(address, home)) return null
  const { href, protocol, hostname, pathname, searchParams } = new URL(address, home)
  if (protocol !== 'https:' && protocol !== 'http:') return null
  const player = players.flatMap(([pattern, page]) => {
    const found = pattern.exec(href)
    return found ? [page(found)] : []
  })[0]
  // SoundCloud's player names the recording in its query.
  const within = hostname === 'w.soundcloud.com' ? searchParams.get('url') : null
  const shown = player ?? (within && /^https?:/.test(within) ? within : href)
  const file = /[^/]+\.[a-z\d]{2,4}$/i.exec(pathname)?.[0] ?? ''
  return { address: shown, title: title.trim() || file, kind: kind ?? kindOf(hostname, pathname) }
}

function kindOf(host: string, path: string): Embed['kind'] {
  if (videoHosts.test(host) || /\.(mp4|webm|mov|m4v|ogv)$/i.test(path)) return 'Video'
  if (audioHosts.test(host) || /\.(mp3|m4a|ogg|oga|wav|flac)$/i.test(path)) return 'Audio'
  return /\.(pdf|docx?|xlsx?|pptx?|zip)$/i.test(path) ? 'File' : 'Page'
}

/** A quiet line with the title, what it is and where. Its class is let through by clean-html.ts. */
export function embedCard($: CheerioAPI, { address, title, kind }: Embed) {
  const host = new URL(address).host.replace(/^www\./, '')
  const card = $('<p class="embed"><a></a> <small></small></p>')
  card
    .find('a')
    .attr('href', address)
    .text(title || `${kind} on ${host}`)
  card.find('small').text(title ? `${kind}, ${host}` : kind)
  return card
}
