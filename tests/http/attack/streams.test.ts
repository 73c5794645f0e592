import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest'
import { createApp } from '#app/.server/app.ts'
import { readConfig } from '#app/.server/config.ts'
import { maxOpenPages } from '#app/.server/gold-price/gold-price-stream.ts'
import { firstAdmin, signedInCookie } from '#tests/support/admin.ts'
import { seededPostgresUrl } from '#tests/support/databases.ts'
import { addressOf, freePort, type Program, run, serveCommand } from '#tests/support/process.ts'
import { ask } from './raw-request.ts'
import {
  answered,
  type Line,
  mayOpenFiles,
  megabytesOf,
  openFilesOf,
  openStream,
  sells,
} from './shop-process.ts'

/** With two processes each has half of the open pages there may be; this is one of them. */
const processes = 2
const inAll = maxOpenPages.inAll / processes
const ofOneNetwork = maxOpenPages.ofOneNetwork / processes
/** Networks whose pages together are as many as there may be. */
const networks = 50
/** Room for the shop and 5,000 pages, about 20 kB each, and not for three times 5,000. */
const heapMegabytes = 340
const patience = { timeout: 40_000, interval: 20 }

const missing = [
  ...(inject('postgresUrl') ? [] : ['no PostgreSQL server is installed']),
  ...(mayOpenFiles(inAll + 1000)
    ? []
    : [`this machine allows a process fewer than ${inAll + 1000} open files`]),
]
const skipped = missing.length > 0 ? ` (skipped: ${missing.join(', ')})` : ''

describe.skipIf(skipped)(`5,000 open pages${skipped}`, { timeout: 240_000 }, () => {
  let shop: Program
  let url: string
  let port: number
  let cookie: string
  let lines: Line[] = []
  let round = 0

  beforeAll(async () => {
    const settings = {
      DATABASE_URL: await seededPostgresUrl(),
      SESSION_SECRET: 'a-secret-of-thirty-two-characters-or-more',
      GOLD_SOURCES: 'none',
      LOG_LEVEL: 'error',
    }
    const { context, close } = await createApp(readConfig(settings))
    cookie = await signedInCookie(context, await firstAdmin(context))
    await close()
    port = await freePort()
    const [node, ...script] = serveCommand
    shop = run([node, `--max-old-space-size=${heapMegabytes}`, ...script], {
      ...settings,
      PORT: String(port),
      WEB_PROCESSES: String(processes),
      TRUST_PROXY: '1',
    })
    url = await addressOf(shop)
    await sells(shop, url)
  }, 240_000)
  afterAll(async () => {
    for (const { socket } of lines) socket.destroy()
    await shop?.stop()
  })

  /** From many networks, each with as many as the others, until there are as many as there may be. */
  async function openAll() {
    lines = []
    round += 1
    while (lines.length < inAll) {
      for (let at = 0; at < 250; at += 1) {
        lines.push(openStream(port, `203.0.${round}.${lines.length % networks}`))
      }
      const some = lines.slice(-250)
      await vi.waitFor(() => expect(answered(some, '200')).toBe(250), patience)
    }
    await vi.waitFor(() => {
      expect(lines.filter(({ text }) => text().includes('goldPriceUpdated'))).toHaveLength(inAll)
    }, patience)
  }

  async function closeAll(filesBefore: number) {
    for (const { socket } of lines) socket.destroy()
    lines = []
    await vi.waitFor(() => expect(openFilesOf(shop)).toBeLessThan(filesBefore + 50), patience)
  }

  const setPrice = (perGram: string) =>
    ask(url, '/admin/dashboard/gold-price', {
      method: 'POST',
      headers: { cookie, origin: url, 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ action: 'save', perGram, perOunce: '' }).toString(),
    })

  it('are held and hear of a price, one more is refused, shoppers are served, and all is given back [ATTACK-04, STREAM-01]', async () => {
    const files = openFilesOf(shop)
    const greedy = Array.from({ length: ofOneNetwork + 30 }, () => openStream(port, '192.0.2.1'))
    await vi.waitFor(() => {
      expect(answered(greedy, '200')).toBe(ofOneNetwork)
      expect(answered(greedy, '429')).toBe(30)
    }, patience)
    for (const { socket } of greedy) socket.destroy()
    await closeAll(files)

    const atRest = megabytesOf(shop)
    await openAll()
    const withPages = megabytesOf(shop)
    expect(openFilesOf(shop)).toBeGreaterThan(files + inAll - 50)
    const late = Array.from({ length: 20 }, (_, at) => openStream(port, `192.0.2.${at}`))
    await vi.waitFor(() => expect(answered(late, '503')).toBe(20), patience)
    for (const { socket } of late) socket.destroy()
    await sells(shop, url)
    expect((await setPrice('93.11')).status).toBeLessThan(400)
    await vi.waitFor(() => {
      expect(lines.filter(({ text }) => text().includes('93.11'))).toHaveLength(inAll)
    }, patience)
    expect((withPages - atRest) / inAll, 'megabytes for each page').toBeLessThan(0.08)
    expect(answered(lines, '200'), 'still open').toBe(inAll)
    expect(lines.filter(({ socket }) => socket.destroyed)).toEqual([])

    // What 15,000 pages had left behind would not fit.
    for (let again = 0; again < 2; again += 1) {
      await closeAll(files)
      await openAll()
    }
    await closeAll(files)
    await sells(shop, url)
    expect(shop.output()).not.toMatch(/"level":(50|60)/)
  })
})
