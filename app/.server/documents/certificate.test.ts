import { readFileSync } from 'node:fs'
import { getDocumentProxy } from 'unpdf'
import { expect, it } from 'vitest'
import { aCertificate } from '#tests/support/a-certificate.ts'
import { attachedTo, codeOnPage } from '#tests/support/certificate-checks.ts'
import { readPdf } from '#tests/support/pdf.ts'
import { certificatesPdf } from './certificate.ts'

const jpeg = readFileSync('content/pendants/pictures/sound-wave-front.jpg')
const { id } = aCertificate().file.certificate

const certificate: typeof aCertificate = (more, rest) => aCertificate(more, { jpeg, ...rest })

it('is one A5 page with every fact, read by a screen reader [CERT-04]', async () => {
  const pdf = await certificatesPdf([certificate()])
  const { pages, title, language, isTagged, roles } = await readPdf(pdf)
  expect(pages).toHaveLength(1)
  for (const fact of [
    'FN-000123',
    'Sound Wave',
    '28.9 g × $131.2778 = $3,793.93',
    'record 1234',
    '.9999',
    'Four Nines, Seattle, WA',
    '$60.00',
    `shop.example/certificate/${id}`,
    'MCowBQYDK2VwAyEAGb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE=',
    'March 11, 2026',
  ]) {
    expect(pages[0]).toContain(fact)
  }
  expect({ title, language, isTagged }).toEqual({
    title: 'Certificate FN-000123, Sound Wave',
    language: 'en-US',
    isTagged: true,
  })
  expect(roles.filter((role) => role === 'Figure')).toHaveLength(2)
  const file = await getDocumentProxy(new Uint8Array(pdf))
  const [, , width = 0, height = 0] = (await file.getPage(1)).view
  expect([Math.round(width / 2.8346), Math.round(height / 2.8346)]).toEqual([148, 210])
})

it('names the day of the price where the piece was sold on another [CERT-16]', async () => {
  const wordsOf = async (...more: Parameters<typeof certificate>) =>
    (await readPdf(await certificatesPdf([certificate(...more)]))).pages[0] ?? ''
  expect(await wordsOf()).toContain('Gold value that day 28.9 g × $131.2778')
  // 5 PM in Seattle on March 11, when it is the next day already in UTC.
  expect(await wordsOf({ soldAt: '2026-03-12T00:00:00.000Z' })).toContain('Gold value that day')
  const later = await wordsOf({ soldAt: '2026-03-16T18:00:00.000Z' })
  expect(later).not.toContain('that day')
  expect(later).toContain('Gold value On March 11, 2026: 28.9 g × $131.2778 = $3,793.93')
})

it('has a QR code that a decoder reads, and in it the signed file and how it is checked [CERT-04, PROOF-11]', async () => {
  const pdf = await certificatesPdf([certificate({}, { jpeg: null })])
  expect(await codeOnPage(pdf)).toBe(`https://shop.example/certificate/${id}`)
  expect(await attachedTo(pdf)).toEqual(
    new Map([
      [`certificate-${id}.json`, certificate().text],
      ['how-to-check.md', readFileSync('docs/certificates.md', 'utf8')],
    ]),
  )
})

it('says that it ended or is a test, and puts the claim code on a sheet of its own [CERT-04, CERT-06]', async () => {
  const awkward = certificate(
    {
      test: true,
      serial: 'AN-OWN-SERIAL-NUMBER-24C',
      product: {
        name: 'A harbor knot with a name that goes on to a second line, and on, and on 💍',
        size: 'Extra large, on a chain of 22 inches',
        picture: null,
      },
    },
    { jpeg: null, state: 'revoked' },
  )
  const boxed = certificate({}, { claimCode: '7K3M-Q9XZ-01AB-CDEF' })
  const { pages } = await readPdf(await certificatesPdf([awkward, boxed]))
  expect(pages).toHaveLength(3)
  expect(pages[0]).toContain(
    'Test: no card was charged. Revoked: this certificate is no longer valid',
  )
  expect(pages[0]).not.toContain('7K3M-Q9XZ')
  expect(pages[1]).not.toContain('7K3M-Q9XZ')
  expect(pages[2]).toContain('7K3M-Q9XZ-01AB-CDEF')
  expect(pages[2]).toContain('Private. Keep it apart from the certificate.')
})
