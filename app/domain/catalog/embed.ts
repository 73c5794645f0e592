/** What was played or shown in a frame, as a link to where it is. */
export type Embed = {
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

type EntryText = { title?: string | undefined; kind?: Embed['kind']; home?: string }

/** Null where the address is none that a link may have; without `home`, where it is not whole. */
export function embedOf(
  written: string | undefined,
  { home, title = '', kind }: EntryText = {},
): Embed | null {
  const address = home === undefined ? written?.replace(/^\s*\/\//, 'https://') : written
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
  const last = pathname.slice(pathname.lastIndexOf('/') + 1)
  const file = /.\.[a-z\d]{2,4}$/i.test(last) ? last : ''
  return { address: shown, title: title.trim() || file, kind: kind ?? kindOf(hostname, pathname) }
}

function kindOf(host: string, path: string): Embed['kind'] {
  if (videoHosts.test(host) || /\.(mp4|webm|mov|m4v|ogv)$/i.test(path)) return 'Video'
  if (audioHosts.test(host) || /\.(mp3|m4a|ogg|oga|wav|flac)$/i.test(path)) return 'Audio'
  return /\.(pdf|docx?|xlsx?|pptx?|zip)$/i.test(path) ? 'File' : 'Page'
}

/** What a frame or player shows: a link's words, and beside it what it is and where. */
export function wordsOfEmbed({ address, title, kind }: Embed): { link: string; about: string } {
  const host = new URL(address).host.replace(/^www\./, '')
  return title
    ? { link: title, about: `${kind}, ${host}` }
    : { link: `${kind} on ${host}`, about: kind }
}

/** Elements that load or play what is elsewhere. */
export const playing = 'iframe, video, audio, embed, object'

type Attribs = Readonly<Record<string, string | undefined>>

/** Of one of these elements, and the first source within it. */
export function embedOfPlayer(
  tag: string,
  attribs: Attribs,
  source: string | undefined,
  home?: string,
): Embed | null {
  const late = attribs['data-src'] ?? attribs['data-lazy-src']
  const isStopgap = !attribs.src || attribs.src === 'about:blank'
  return embedOf((isStopgap ? late : undefined) ?? attribs.src ?? attribs.data ?? source, {
    ...(home !== undefined && { home }),
    title: attribs.title ?? attribs['aria-label'],
    ...(tag === 'video' ? { kind: 'Video' as const } : {}),
    ...(tag === 'audio' ? { kind: 'Audio' as const } : {}),
  })
}
