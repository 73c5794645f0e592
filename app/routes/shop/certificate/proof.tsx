import type { PublicCertificate } from '#app/.server/certificates/queries/public-certificate.ts'
import { DateTime } from '../order-summary.tsx'

/** How it is checked without the shop, and what to keep. */
export function Proof({ page: { file, qr } }: { page: PublicCertificate }) {
  const { certificate, keyId, signature } = file
  const path = `/certificate/${certificate.id}`
  const codes = [
    ['Key', keyId],
    ['Public key', certificate.publicKey],
    ['Signature, Ed25519', signature],
  ] as const
  return (
    <section
      aria-labelledby="proof-heading"
      className="mt-14 grid gap-x-10 gap-y-6 border-line border-t pt-10 sm:grid-cols-[minmax(0,1fr)_auto]"
    >
      <div className="min-w-0">
        <h2 id="proof-heading" className="text-3xl">
          Signed
        </h2>
        <p className="mt-4">
          Issued <DateTime at={new Date(certificate.issuedAt)} />. Keep the files: anyone can verify
          them offline with OpenSSL, without going through us.
        </p>
        <p className="mt-5 flex flex-wrap gap-4">
          <a href={`${path}.pdf`} className="button button-gold">
            Certificate (PDF)
          </a>
          <a href={`${path}.json`} download className="button button-line">
            Signed file (JSON)
          </a>
        </p>
        <p className="mt-3 flex flex-wrap gap-x-6">
          <a href="/.well-known/four-nines-keys.json" className="link py-1">
            Public keys
          </a>
          <a href="/gold-price/proof/certificates.md" className="link py-1">
            How to check it
          </a>
        </p>
        <dl className="mt-4 grid gap-1.5 text-sm">
          {codes.map(([label, code]) => (
            <div key={label}>
              <dt className="inline text-muted">{label}</dt>{' '}
              <dd className="inline">
                <code className="text-xs wrap-anywhere">{code}</code>
              </dd>
            </div>
          ))}
        </dl>
      </div>
      <svg
        viewBox={`0 0 ${qr.size} ${qr.size}`}
        role="img"
        aria-label="QR code of this page"
        // Readers want dark on light, in the dark theme too.
        style={{ background: '#fff', color: '#000' }}
        shapeRendering="crispEdges"
        className="size-44"
      >
        <path d={qr.path} fill="currentColor" />
      </svg>
    </section>
  )
}
