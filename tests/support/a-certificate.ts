import type { PrintedCertificate } from '#app/.server/documents/certificate.ts'
import type { Certificate } from '#app/domain/certificates/certificate.ts'

const id = '7k3mq9xz01abcdef7k3mq9xz01'

/** A certificate to be printed, without a picture. */
export function aCertificate(
  more: Partial<Certificate> = {},
  rest: Partial<PrintedCertificate> = {},
): PrintedCertificate {
  const certificate: Certificate = {
    format: 'certificate/1',
    id,
    page: `https://shop.example/certificate/${id}`,
    issuedAt: '2026-03-12T15:00:00.000Z',
    replaces: null,
    test: false,
    maker: { name: 'Four Nines', place: 'Seattle, WA' },
    serial: 'FN-000123',
    product: { name: 'Sound Wave', size: 'Medium', picture: null },
    grams: '28.9',
    fineness: '.9999',
    soldAt: '2026-03-11T15:00:00.000Z',
    weighedAt: '2026-03-12T14:00:00.000Z',
    goldPrice: {
      perGram: '131.2778',
      perOunce: '4083.2000',
      record: 1234,
      source: 'swissquote',
      takenAt: '2026-03-11T14:58:00.000Z',
    },
    value: { currency: 'USD', metal: '3793.93', fee: '60.00' },
    publicKey: 'MCowBQYDK2VwAyEAGb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE=',
    ...more,
  }
  const file = { certificate, keyId: '0123456789abcdef', signature: `${'A'.repeat(86)}==` }
  return { file, text: JSON.stringify(file), jpeg: null, state: 'valid', claimCode: null, ...rest }
}
