import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { signGoldPriceDays } from '#app/.server/gold-price/jobs/sign-days.ts'
import { canonicalJson } from '#app/.server/signing/canonical-json.ts'
import { isSignedBy } from '#app/.server/signing/signing-key.ts'
import { openBuiltShop, type TestShop } from '#tests/support/built-shop.ts'
import { pastTheTriggers } from '#tests/support/price-proof.ts'

let shop: TestShop
let [yesterday, today] = ['', '']
beforeAll(async () => {
  shop = await openBuiltShop()
  await shop.goldBecomes('130')
  yesterday = shop.app.now().toISOString().slice(0, 10)
  shop.clock.advance({ minutes: 24 * 60 + 6 })
  await shop.goldBecomes('131')
  today = shop.app.now().toISOString().slice(0, 10)
  await signGoldPriceDays(shop.app)
})
afterAll(() => shop?.close())

const get = async (path: string) => {
  const response = await fetch(shop.url + path)
  return { status: response.status, headers: response.headers, text: await response.text() }
}

it('keys and days are published as they were signed, and a day that is over is kept [PROOF-01, PROOF-04]', async () => {
  const published = await get('/.well-known/four-nines-keys.json')
  expect(published.headers.get('cache-control')).toBe('public, max-age=300')
  const { keys } = JSON.parse(published.text)
  expect(keys).toMatchObject([{ algorithm: 'Ed25519', retiredAt: null }])
  const day = await get(`/gold-price/proof/${yesterday}.json`)
  expect(day.headers.get('content-type')).toBe('application/json; charset=utf-8')
  expect(day.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  const file = JSON.parse(day.text)
  expect(day.text).toBe(`${canonicalJson(file)}\n`)
  expect(file.day).toMatchObject({
    finished: true,
    links: [{ perGram: '130.0000' }],
    shop: shop.url,
  })
  expect(isSignedBy(keys[0].publicKey, file.day, file.signature)).toBe(true)
  const open = await get(`/gold-price/proof/${today}.json`)
  expect(open.headers.get('cache-control')).toBe('no-cache')
  expect(JSON.parse(open.text).day).toMatchObject({
    finished: false,
    previousRoot: file.day.root,
    links: [{ perGram: '131.0000' }],
  })
})

it.each([
  ['2026-02-30', 400, 'Enter the day as a date, like 2026-03-11.'],
  ['1999-01-01', 404, 'The shop has no prices for that day.'],
  ['2999-01-01', 404, 'This day hasn’t started yet.'],
])(
  '%s is refused in plain words, as a file and as a page [PROOF-04, PROOF-06]',
  async (date, status, message) => {
    const file = await get(`/gold-price/proof/${date}.json`)
    expect(file.status).toBe(status)
    expect(JSON.parse(file.text).error.message).toBe(message)
    const page = await get(`/gold-price/proof/${date}`)
    expect(page.status).toBe(status)
    expect(page.text).toContain(message)
  },
)

it('a price is found by its number, and a sum at it is the shop’s own [PROOF-07]', async () => {
  const page = await get('/gold-price/proof/1?grams=14.205&fee=60.01')
  expect(page.text).toContain('$1,846.65')
  expect(page.text).toContain('$1,906.66')
  const wrong = await get('/gold-price/proof/1?grams=none&fee=-1')
  expect(wrong.text).toContain('Enter the weight in grams, like 14.2.')
  expect(wrong.text).toContain('Enter the fee in dollars, like 60.00.')
  for (const path of ['3', '0', '99999999999999999999', 'price']) {
    const none = await get(`/gold-price/proof/${path}`)
    expect([400, 404]).toContain(none.status)
    expect(none.text).toContain('Nothing on record')
  }
})

it('what checks them can be saved from the pages, and checks in a folder of its own [PROOF-11]', async () => {
  const paths = {
    '/gold-price/proof/verify.mjs': 'scripts/verify.mjs',
    '/gold-price/proof/price-proof.md': 'docs/price-proof.md',
    '/gold-price/proof/certificates.md': 'docs/certificates.md',
  }
  for (const [path, file] of Object.entries(paths)) {
    const { status, text } = await get(path)
    expect({ path, status, text }).toEqual({ path, status: 200, text: readFileSync(file, 'utf8') })
  }
  for (const page of ['/gold-price/proof', `/gold-price/proof/${yesterday}`]) {
    const { text } = await get(page)
    expect(text).toContain('href="/gold-price/proof/verify.mjs"')
    expect(text).toContain('href="/gold-price/proof/price-proof.md"')
  }
  expect((await get('/gold-price/proof/other.mjs')).status).toBe(400)
  const folder = mkdtempSync(join(tmpdir(), 'proof-'))
  try {
    const saved = {
      'verify.mjs': '/gold-price/proof/verify.mjs',
      'day.json': `/gold-price/proof/${yesterday}.json`,
      'four-nines-keys.json': '/.well-known/four-nines-keys.json',
    }
    for (const [name, path] of Object.entries(saved)) {
      writeFileSync(join(folder, name), (await get(path)).text)
    }
    const done = spawnSync(process.execPath, ['verify.mjs', 'day.json'], {
      cwd: folder,
      encoding: 'utf8',
    })
    expect({ status: done.status, stderr: done.stderr }).toEqual({ status: 0, stderr: '' })
  } finally {
    rmSync(folder, { recursive: true })
  }
})

it('a day that is over and was not signed yet is not said to go on [PROOF-06]', async () => {
  expect((await get('/gold-price/proof')).text).not.toContain('signature pending')
  shop.clock.advance({ minutes: 24 * 60 })
  expect((await get('/gold-price/proof')).text).toContain('signature pending')
  const day = await get(`/gold-price/proof/${today}`)
  expect(day.text).toContain('This day is over. Our signature of the final file is pending.')
})

it('the pages say so where the record was changed past the shop [PROOF-03, PROOF-06]', async () => {
  const paths = ['/gold-price/proof', `/gold-price/proof/${yesterday}`]
  for (const path of paths) {
    const { text } = await get(path)
    expect(text).toContain('Everything checks out')
    expect(text).toContain(yesterday)
  }
  await pastTheTriggers(shop.app, `update gold_price_history set price = price + 1 where id = 1`)
  shop.clock.advance({ minutes: 10 })
  for (const path of paths) {
    const { text } = await get(path)
    expect(text).toContain('The check failed.')
    expect(text).toContain('Record 1 was changed.')
  }
  expect((await get('/gold-price/proof/1')).text).toContain(
    'The price we stored doesn’t match its record.',
  )
  // What was signed is what it was.
  const { day } = JSON.parse((await get(`/gold-price/proof/${yesterday}.json`)).text)
  expect(day.links[0].perOunce).toBe('4043.4550')
})
