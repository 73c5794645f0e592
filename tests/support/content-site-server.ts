import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What the site does instead of answering. */
export type Trouble =
  | 'error'
  | 'html'
  | 'nothing'
  /** Takes the call and never answers. */
  | 'hangs'
  /** Begins to answer and never ends. */
  | 'drips'
  | 'nine megabytes'
  | 'breaks off'
  /** JSON, and no posts. */
  | 'other JSON'
  /** A firewall, by a page or by a plugin's JSON; too many requests. */
  | 401
  | 403
  | 429

/** A stand-in of a WordPress site's REST API on a free port, over real HTTP. */
export type ContentSiteServer = {
  /** As CONTENT_SITE_URL. */
  url: string
  origin: string
  /** Newest first, as the API gives them. */
  posts: object[]
  trouble: Trouble | null
  /** Printed around each answer, as PHP prints its notices. */
  noise: { before: string; after: string }
  /** Posts that are not for everyone: refused one by one, and left out of lists. */
  drafts: number[]
  /** Every call so far. */
  calls: { path: string; query: URLSearchParams; headers: IncomingHttpHeaders }[]
  close(): Promise<void>
}

const root = '/wp-json/wp/v2'

export async function openContentSite(posts?: object[]): Promise<ContentSiteServer> {
  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://site')
    if (pathname === '/pendant.png')
      return void response.writeHead(200, picture.head).end(picture.body)
    site.calls.push({
      path: pathname.replace(root, ''),
      query: searchParams,
      headers: request.headers,
    })
    if (site.trouble) return makeTrouble(site.trouble, response)
    const one = /^\/posts\/(.+)$/.exec(pathname.replace(root, ''))?.[1]
    if (one !== undefined) {
      if (site.drafts.includes(Number(one))) return refuse(response, 401, 'rest_forbidden')
      const post = site.posts.find((candidate) => 'id' in candidate && String(candidate.id) === one)
      return post
        ? answer(response, post, site.noise)
        : refuse(response, 404, 'rest_post_invalid_id')
    }
    const [included, slugs] = [searchParams.get('include'), searchParams.get('slug')?.split(',')]
    if (included || slugs) {
      const found = site.posts.filter(
        (post) =>
          ('id' in post && String(post.id) === included) ||
          ('slug' in post && slugs?.includes(String(post.slug))),
      )
      return answer(response, found, site.noise)
    }
    const perPage = Number(searchParams.get('per_page') ?? 10)
    const page = Number(searchParams.get('page') ?? 1)
    const pages = Math.ceil(site.posts.length / perPage)
    if (page > Math.max(pages, 1)) return refuse(response, 400, 'rest_post_invalid_page_number')
    response.setHeader('X-WP-Total', site.posts.length)
    response.setHeader('X-WP-TotalPages', pages)
    answer(response, site.posts.slice((page - 1) * perPage, page * perPage), site.noise)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const site: ContentSiteServer = {
    url: origin + root,
    origin,
    posts: posts ?? awkwardPosts(origin),
    trouble: null,
    noise: { before: '', after: '' },
    drafts: [],
    calls: [],
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return site
}

/** A post as the API gives it, with what matters to a test laid over it. */
export function wordpressPost(
  id: number,
  { title = `Post ${id}`, content = `<p>Body of ${id}.</p>`, excerpt = '', ...more }: Parts = {},
): object {
  const day = String((id % 28) + 1).padStart(2, '0')
  return {
    id,
    date: `2024-06-${day}T10:00:00`,
    date_gmt: `2024-06-${day}T17:00:00`,
    status: 'publish',
    type: 'post',
    title: { rendered: title },
    content: { rendered: content, protected: false },
    excerpt: { rendered: excerpt, protected: false },
    ...more,
  }
}
type Parts = { title?: string; content?: string; excerpt?: string } & Record<string, unknown>

/** With a featured picture embedded; `embedded` stands in for what the site embeds instead. */
export function withPicture(embedded: unknown): Record<string, unknown> {
  return { _embedded: { 'wp:featuredmedia': [embedded] } }
}

export function protectedPost(id: number): object {
  return { ...wordpressPost(id), content: { rendered: '', protected: true } }
}

/** Whatever of it runs leaves a mark in `window.__xss`. */
const hostileHtml = [
  '<p>Caf&eacute; &#8217; &amp;amp; &lt;b&gt; &nbsp; 5 &lt; 6 &euro;</p>',
  '<script>window.__xss=1</script><img src=x onerror="window.__xss=2">',
  '<a href="javascript:window.__xss=3">a link of theirs</a>',
  '<svg onload="window.__xss=4"><script>window.__xss=5</script></svg>',
  '<iframe srcdoc="<script>parent.__xss=6</script>"></iframe>',
  '<style>body{display:none}</style>',
  '<p style="position:fixed;inset:0;z-index:99" class="fixed inset-0">overlay</p>',
  '<form action="https://evil.example"><input name=password><button>Sign in</button></form>',
  '<math><mtext><img src=x onerror="window.__xss=7"></mtext></math>',
  '<p id="main" onclick="window.__xss=8">A last word.</p>',
].join('')

/** What real sites were seen to answer, and some of what a hostile one could. */
function awkwardPosts(origin: string): object[] {
  return [
    wordpressPost(17, { title: '', content: '', date: '2024-09-01T12:00:00' }),
    wordpressPost(16, {
      title:
        'Gold’s &#8220;weight&#8221; <em>in</em> grams — 5 < 6 &#038; <script>alert("t")</script> 日本',
      content: hostileHtml,
      excerpt: '<p>Caf&eacute; &#8217; 5 &lt; 6 &hellip;</p>\n',
    }),
    wordpressPost(15, {
      title: 'Featured image is not public',
      ...withPicture({ code: 'rest_forbidden', message: 'Sorry.', data: { status: 401 } }),
    }),
    wordpressPost(14, {
      title: 'Featured image was deleted',
      ...withPicture({ name: 'The site itself', url: 'http://127.0.0.1', routes: {} }),
    }),
    protectedPost(13),
    wordpressPost(12, {
      title: 'Late in the evening &amp; dated so',
      date: '2024-07-01T23:30:00',
      date_gmt: '2024-07-02T06:30:00',
      content: `<p>${'gold '.repeat(201)}</p><p><img src="/pendant.png" alt="Inside"></p>`,
      ...withPicture({ source_url: `${origin}/pendant.png`, alt_text: 'A 24k gold pendant' }),
    }),
    wordpressPost(11, {
      title: `Donaudampfschifffahrts${'elektrizitätenhauptbetriebswerk'.repeat(3)}`,
      content: `<p>${'x'.repeat(400)} https://a.example/${'y/'.repeat(200)}</p><pre>${'z '.repeat(300)}</pre><table><thead><tr><th>One</th>${'<th>Grams of gold</th>'.repeat(9)}</tr></thead><tbody><tr>${'<td>14.7</td>'.repeat(10)}</tr></tbody></table><img src="/pendant.png" width="2400" height="100" alt="Wide">`,
      excerpt: `<p>${'w'.repeat(300)}</p>`,
    }),
    { id: 'none', title: 'not a post at all' },
    ...Array.from({ length: 9 }, (_, at) => wordpressPost(9 - at)),
  ]
}

function answer(
  response: ServerResponse,
  body: unknown,
  { before, after }: ContentSiteServer['noise'] = { before: '', after: '' },
): void {
  response.writeHead(200, { 'Content-Type': 'application/json; charset=UTF-8' })
  response.end(before + JSON.stringify(body) + after)
}

function refuse(response: ServerResponse, status: number, code: string): void {
  response.writeHead(status, { 'Content-Type': 'application/json; charset=UTF-8' })
  response.end(JSON.stringify({ code, message: 'No.', data: { status } }))
}

function makeTrouble(trouble: Trouble, response: ServerResponse): void {
  const json = { 'Content-Type': 'application/json; charset=UTF-8' }
  switch (trouble) {
    case 'error':
      return void refuse(response, 500, 'internal_server_error')
    case 401:
    case 429:
      return void refuse(response, trouble, 'rest_forbidden')
    case 403:
      response.writeHead(403, { 'Content-Type': 'text/html' })
      return void response.end('<!doctype html><title>Access denied</title>')
    case 'html':
      response.writeHead(200, { 'Content-Type': 'text/html' })
      return void response.end(
        '<!doctype html><title>Error establishing a database connection</title>',
      )
    case 'nothing':
      return void response.writeHead(200, json).end()
    case 'hangs':
      return
    case 'drips': {
      response.writeHead(200, json)
      const timer = setInterval(() => response.write(' '), 20)
      return void response.on('close', () => clearInterval(timer))
    }
    case 'nine megabytes':
      response.writeHead(200, json)
      return void response.end(`[${' '.repeat(9 * 1024 * 1024)}]`)
    case 'breaks off':
      response.writeHead(200, { ...json, 'Content-Length': '1000' })
      response.write('[{"id": 1')
      return void setTimeout(() => response.destroy(), 20)
    case 'other JSON':
      return void answer(response, { code: 'ok', posts: 'none' })
  }
}

/** One gold pixel. */
const picture = {
  head: { 'Content-Type': 'image/png' },
  body: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGO4st4cAAQVAbu5h2nLAAAAAElFTkSuQmCC',
    'base64',
  ),
}
