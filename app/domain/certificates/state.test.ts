import { expect, it } from 'vitest'
import { type CertificateState, certificatesToRevoke } from './state.ts'

const of = (line: number, ...states: CertificateState[]) => states.map((state) => ({ line, state }))

it('counts the certificates of returned pieces that still count [CERT-19]', () => {
  const two = [...of(0, 'valid', 'lost'), ...of(1, 'valid')]
  expect(certificatesToRevoke(two, [])).toBe(0)
  expect(certificatesToRevoke(two, [{ line: 0, quantity: 1 }])).toBe(1)
  const all = [
    { line: 0, quantity: 1 },
    { line: 0, quantity: 1 },
    { line: 1, quantity: 1 },
  ]
  expect(certificatesToRevoke(two, all)).toBe(3)
  const ended = [...of(0, 'revoked', 'valid'), ...of(1, 'recast')]
  expect(certificatesToRevoke(ended, [{ line: 0, quantity: 1 }])).toBe(0)
  expect(certificatesToRevoke(ended, all)).toBe(1)
  // A piece that was sent without a certificate has none to revoke.
  expect(certificatesToRevoke([], all)).toBe(0)
})
