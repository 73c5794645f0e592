import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Load, load, loadInTurns, median } from './load.ts'
import { type Shop, startShop } from './pages-shop.ts'
import { type Answer, answerOf, openBareServer, openNginx, type Peer } from './peers.ts'

const seconds = 4
const rounds = 3

const product = '/product/7'
const gold = '/.netlify/functions/gold'
export const comparedPages = [
  { name: 'home', path: '/' },
  { name: 'collection', path: '/products' },
  { name: 'product', path: product },
  { name: 'article', path: '/qa/fincen-reporting' },
] as const

type Name = 'shop' | 'bare' | 'nginx'

/** One address: what each server reached, and medians of the ratios of each round. */
export type Compared = {
  name: string
  bytes: number
  perSecond: Record<Name, number>
  p99Ms: Record<Name, number>
  toBare: number
  toNginx: number
  p99ToBare: number
}

export type SpeedFigures = {
  pages: Compared[]
  gold: Compared
  /** The product page with PostgreSQL; null where it is not installed. */
  postgres: Compared | null
  /** The same by two processes; null where the shop has no such setting. */
  twoProcesses: Compared | null
  notes: string[]
}

/** Addresses asked again and again, beside the same bytes from node:http alone and from nginx. */
export async function speedFigures(
  folder: string,
  postgresUrl: null | (() => Promise<string>),
): Promise<SpeedFigures> {
  const notes: string[] = []
  const shop = await startShop(folder, 'speed')
  const paths = [...comparedPages.map(({ path }) => path), gold]
  try {
    await shop.setPrice(shop.nextPrice())
    const answers = await responsesOf(shop, paths)
    const peers = await openPeers(join(folder, 'speed-nginx'), answers)
    try {
      const compare = (name: string, path: string, server: Shop) =>
        compared(name, path, { server, peers, answers, notes })
      const pages: Compared[] = []
      for (const { name, path } of comparedPages) pages.push(await compare(name, path, shop))
      const figures: SpeedFigures = {
        pages,
        gold: await compare('gold price', gold, shop),
        postgres: null,
        twoProcesses: null,
        notes,
      }
      if (!postgresUrl) return figures
      for (const count of [1, 2] as const) {
        const settings = {
          DATABASE_URL: await postgresUrl(),
          ...(count > 1 ? { WEB_PROCESSES: String(count) } : {}),
        }
        const other = await startShop(folder, `speed-${count}`, { settings }).catch(() => null)
        if (!other) continue
        try {
          // The first one begins; the others follow once it has taken the port.
          for (let wait = 0; wait < 50 && other.servers().length < count; wait += 1)
            await sleep(100)
          if (other.servers().length < count) continue
          await other.setPrice(other.nextPrice())
          const name = `product, PostgreSQL, ${count} process${count > 1 ? 'es' : ''}`
          const figure = await compare(name, product, other)
          if (count === 1) figures.postgres = figure
          else figures.twoProcesses = figure
        } finally {
          await other.stop()
        }
      }
      return figures
    } finally {
      await peers.stop()
    }
  } finally {
    await shop.stop()
  }
}

async function compared(
  name: string,
  path: string,
  beside: {
    server: Shop
    peers: Record<'bare' | 'nginx', Peer>
    answers: Map<string, Answer>
    notes: string[]
  },
): Promise<Compared> {
  const { server, peers, answers, notes } = beside
  const urls = { shop: server.url + path, bare: peers.bare.url(path), nginx: peers.nginx.url(path) }
  await load(urls.shop, { seconds: 2 }) // warm
  const seen = await loadInTurns(urls, { seconds, rounds })
  const bytes = answers.get(path)?.body.length ?? 0
  for (const who of ['shop', 'bare', 'nginx'] as const) {
    const all = seen.map((round) => round[who])
    const failed = all.reduce((sum, { failed }) => sum + failed, 0)
    if (failed > 0) notes.push(`${name}: ${failed} answers of ${who} were errors`)
    // Lengths differ by a few bytes from one price to the next.
    if (all.some(({ bytesEach }) => bytesEach < bytes * 0.98)) {
      notes.push(`${name}: answers of ${who} were shorter than ${bytes} bytes`)
    }
  }
  const of = (who: Name, figure: (load: Load) => number) =>
    median(seen.map((round) => figure(round[who])))
  const each = (figure: (load: Load) => number) => ({
    shop: of('shop', figure),
    bare: of('bare', figure),
    nginx: of('nginx', figure),
  })
  const ratio = (to: Name, figure: (load: Load) => number) =>
    median(seen.map((round) => figure(round.shop) / figure(round[to])))
  return {
    name,
    bytes,
    perSecond: each(({ perSecond }) => perSecond),
    p99Ms: each(({ p99Ms }) => p99Ms),
    toBare: ratio('bare', ({ perSecond }) => perSecond),
    toNginx: ratio('nginx', ({ perSecond }) => perSecond),
    p99ToBare: ratio('bare', ({ p99Ms }) => p99Ms),
  }
}

async function responsesOf(shop: Shop, paths: readonly string[]): Promise<Map<string, Answer>> {
  const answers = new Map<string, Answer>()
  for (const path of paths) {
    const page = await answerOf(shop.url + path)
    answers.set(path, page)
  }
  return answers
}

async function openPeers(folder: string, answers: Map<string, Answer>) {
  mkdirSync(folder, { recursive: true })
  const bare = await openBareServer(answers)
  const nginx = await openNginx(folder, answers)
  const stop = async () => {
    await bare.stop()
    await nginx.stop()
  }
  return { bare, nginx, stop }
}
