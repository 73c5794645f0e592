import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeClaimCode } from '#app/.server/certificates/commands/make-claim-code.ts'
import { claimCertificate } from '#app/.server/certificates/commands/move-certificate.ts'
import { printForBox } from '#app/.server/certificates/commands/print-for-box.ts'
import { recordShipment } from '#app/.server/fulfillment/commands/record-shipment.ts'
import { readLimits } from '#app/.server/platform/http/limits/read-limits.ts'
import { bytesOfId, certificateId } from '#app/domain/certificates/codes.ts'
import { openBuiltShop, type TestShop } from '#tests/support/built-shop.ts'
import { onRecord, storedCertificates } from '#tests/support/certificates.ts'
import { paidOrder, seenByStaff } from '#tests/support/orders.ts'
import { readPdf } from '#tests/support/pdf.ts'

let shop: TestShop
let [path, code, id, text] = ['', '', '', '']
beforeAll(async () => {
  shop = await openBuiltShop({ TRUST_PROXY: '1' })
  await shop.goldBecomes('130')
  const order = await paidOrder(shop.app)
  await onRecord(shop.app, order.id, { mg: 14_210, serial: 'FN-000123' })
  const { certificates } = await printForBox(shop.app, { id: order.id, by: 'ann@example.com' })
  const [one] = certificates
  id = one?.file.certificate.id ?? ''
  text = one?.text ?? ''
  code = one?.claimCode ?? ''
  path = `/certificate/${id}`
})
afterAll(() => shop?.close())

const from = (network: string) => ({ 'X-Forwarded-For': network })
const get = (address: string, headers: Record<string, string> = {}) =>
  fetch(shop.url + address, { headers: { ...from('198.51.100.1'), ...headers } })
const post = (fields: Record<string, string>, network: string) =>
  fetch(shop.url + path, {
    method: 'POST',
    body: new URLSearchParams(fields),
    headers: from(network),
  })

it('page, file and PDF are kept as any public page is, until something becomes of the piece [CERT-03]', async () => {
  const kept = await Promise.all(
    [path, `${path}.json`, `${path}.pdf`].map(async (address) => {
      const response = await get(address)
      expect(response.status, address).toBe(200)
      const tag = response.headers.get('etag') ?? ''
      expect(tag, address).not.toBe('')
      const again = await get(`${address}?from=letter`, { 'If-None-Match': tag })
      expect(again.status, address).toBe(304)
      return { tag, answer: response, body: Buffer.from(await response.arrayBuffer()) }
    }),
  )
  const [page, json, pdf] = kept
  expect(page?.body.toString()).toContain('noindex')
  expect(page?.body.toString()).toContain('href="/gold-price/proof/certificates.md"')
  expect(page?.body.toString()).toContain('14.21 g × $130.00 = $1,847.30')
  expect(json?.body.toString()).toBe(text)
  expect(json?.answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
  expect(json?.answer.headers.get('x-robots-tag')).toBe('noindex')
  expect(pdf?.answer.headers.get('content-type')).toBe('application/pdf')
  expect((await readPdf(pdf?.body ?? new Uint8Array())).words).toContain('$1,847.30')
  const { product } = JSON.parse(text).certificate
  const picture = await get(`/certificate-pictures/${product.picture}.jpg`)
  expect(picture.headers.get('content-type')).toBe('image/jpeg')
  expect((await get(`/certificate-pictures/${'0'.repeat(64)}.jpg`)).status).toBe(404)

  await claimCertificate(shop.app, { id, code, move: 'lost' })
  expect(await (await get(path, { 'If-None-Match': page?.tag ?? '' })).text()).toContain(
    'The owner has reported this piece lost.',
  )
  const printed = await get(`${path}.pdf`, { 'If-None-Match': pdf?.tag ?? '' })
  const { words } = await readPdf(new Uint8Array(await printed.arrayBuffer()))
  expect(words).toContain('Reported lost by its owner')
  expect((await get(`${path}.json`, { 'If-None-Match': json?.tag ?? '' })).status).toBe(304)
  await claimCertificate(shop.app, { id, code, move: 'found' })
})

it('a piece that left without a claim code names none, until staff made one [CERT-14]', async () => {
  const order = await paidOrder(shop.app)
  await onRecord(shop.app, order.id, { mg: 14_210, serial: 'FN-000124' })
  const sent = await seenByStaff(shop.app, { id: order.id })
  await recordShipment(shop.app, { ...sent, tracking: 'UPS 1Z' })
  const [one] = await storedCertificates(shop.app, order.id)
  const shown = async () => (await get(`/certificate/${one?.id}`)).text()
  const before = await shown()
  expect(before).toContain('This piece doesn’t have a claim code yet.')
  expect(before).not.toContain('on its own sheet in the box')
  const by = 'ann@example.com'
  const made = { orderId: order.id, id: one?.id ?? '', key: 'a key of a form', events: 0, by }
  await makeClaimCode(shop.app, { ...made, reason: 'It left without one.' })
  const after = await shown()
  expect(after).not.toContain('no claim code')
  expect(after).toContain('on its own sheet in the box')
})

it('any other address is none, and asking for random ones is limited [CERT-03]', async () => {
  const others = ['none', id.toUpperCase(), `${id}0`, `${id}.xml`, `${id}/json`]
  for (const other of others) {
    expect((await get(`/certificate/${other}`)).status, other).toBe(404)
  }
  const random = () => certificateId(randomBytes(bytesOfId))
  expect((await get(`/certificate/${random()}.json`)).status).toBe(404)
  const statuses: number[] = []
  while (statuses.length < readLimits.render + 10 && statuses.at(-1) !== 429) {
    const response = await get(`/certificate/${random()}.json`, from('203.0.113.7'))
    statuses.push(response.status)
    await response.arrayBuffer()
  }
  expect(statuses.at(-1)).toBe(429)
  expect(new Set(statuses.slice(0, -1))).toEqual(new Set([404]))
  const refused = await get(`/certificate/${random()}`, from('203.0.113.7'))
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
})

it('a wrong claim code is refused in plain words, and guessing limited [CERT-05]', async () => {
  const network = '203.0.113.99'
  const empty = await post({ code: '', move: 'open' }, network)
  expect(empty.status).toBe(400)
  expect(await empty.text()).toContain('Please enter the claim code.')
  const wrong = await post({ code: '0000-0000-0000-0000', move: 'lost' }, network)
  expect(wrong.status).toBe(403)
  expect(wrong.headers.get('cache-control')).toBe('no-store, no-transform')
  expect(await wrong.text()).toContain('This isn’t this certificate’s claim code. The code')
  const statuses: number[] = []
  for (let count = 0; count < 12; count += 1) {
    statuses.push((await post({ code: '0000-0000-0000-0000', move: 'open' }, network)).status)
  }
  expect(statuses.slice(-3)).toEqual([429, 429, 429])
  const late = await post({ code, move: 'open' }, network)
  expect(late.status).toBe(429)
  expect(await late.text()).toContain('Too many claim codes were tried. Please try again in')
  const right = await post({ code: code.toLowerCase(), move: 'open' }, '198.51.100.77')
  expect(right.status).toBe(200)
  expect(right.headers.get('cache-control')).toBe('no-store, no-transform')
  expect(await right.text()).toContain('$1,847.30')
  // Nothing of it is kept for others.
  expect(await (await get(path)).text()).not.toContain(code)
})
