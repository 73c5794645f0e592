import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import { aCertificate } from '#tests/support/a-certificate.ts'
import { CertificateFacts } from './facts.tsx'

const words = (soldAt: string) =>
  renderToStaticMarkup(
    <MemoryRouter>
      <CertificateFacts certificate={aCertificate({ soldAt }).file.certificate} />
    </MemoryRouter>,
  ).replace(/<[^>]+>/g, ' ')

it('names the day of the price where the piece was sold on another [CERT-16]', () => {
  expect(words('2026-03-11T15:00:00.000Z')).toMatch(/Gold value that day\s+28\.9 g/)
  const later = words('2026-03-16T18:00:00.000Z')
  expect(later).not.toContain('that day')
  expect(later).toMatch(/Gold value\s+On March 11, 2026: 28\.9 g × \$131\.2778 = \$3,793\.93/)
})
