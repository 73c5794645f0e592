import { Link } from 'react-router'
import type { PublicCertificate } from '#app/.server/certificates/queries/public-certificate.ts'
import { sizeAndOptions } from '#app/domain/certificates/certificate.ts'
import type { CertificateMove } from '#app/domain/certificates/state.ts'
import { DateTime, TestMark } from '../order-summary.tsx'

const words: Record<CertificateMove, string> = {
  lost: 'Reported lost',
  found: 'Reported found',
  'passed on': 'Transferred to a new owner',
  'new code': 'New claim code issued to the owner',
  recast: 'Recast',
  revoked: 'Revoked',
  returned: 'Returned to the maker',
}

const notices = {
  lost: {
    title: 'Reported lost',
    sentence:
      'The owner has reported this piece lost. If someone offers it to you, please write to us.',
  },
  recast: {
    title: 'Recast',
    sentence: 'This piece was melted and cast again. Its certificate is no longer valid.',
  },
  returned: {
    title: 'Returned to the maker',
    sentence:
      'The owner traded in or sold this piece back to us. Its certificate is no longer valid.',
  },
  revoked: { title: 'Revoked', sentence: 'This certificate is no longer valid.' },
} as const

/** What it is the certificate of, whether it counts, and what became of it. */
export function Head({ page }: { page: PublicCertificate }) {
  const { file, state, events, replacedBy } = page
  const { product, serial, maker, test, replaces } = file.certificate
  const notice = state === 'valid' ? null : notices[state]
  return (
    <header className="text-center">
      {test && <TestMark />}
      <p className="eyebrow">Certificate</p>
      <h1 className="mt-3 wrap-anywhere">{product.name}</h1>
      <p className="mt-3 text-muted wrap-anywhere">{sizeAndOptions(product)}</p>
      {notice ? (
        <div role="alert" className="mx-auto mt-8 max-w-xl border border-alert p-5 text-left">
          <p className="font-medium text-alert">{notice.title}</p>
          <p className="mt-1">{notice.sentence}</p>
          {replacedBy && (
            <Link to={`/certificate/${replacedBy}`} className="link mt-1 inline-block py-1">
              Replacement certificate
            </Link>
          )}
        </div>
      ) : (
        <p className="mx-auto mt-6 max-w-lg text-balance">
          Valid. {maker.name} made and weighed this piece and signed this record.
        </p>
      )}
      {replaces && (
        <p className="mt-4">
          <Link to={`/certificate/${replaces}`} className="link inline-block py-1">
            Replaces an earlier certificate
          </Link>
        </p>
      )}
      {events.length > 0 && (
        <ol aria-label={`History of ${serial}`} className="mx-auto mt-6 max-w-xl text-left text-sm">
          {events.map(({ event, at, reason }) => (
            <li key={`${event} ${at.getTime()}`} className="border-line border-t py-2">
              {words[event]} on <DateTime at={at} />
              {reason && <span className="text-muted wrap-anywhere">. {reason}</span>}
            </li>
          ))}
        </ol>
      )}
      {product.picture && (
        <div className="mounted mx-auto mt-10 max-w-80">
          <img
            src={`/certificate-pictures/${product.picture}.jpg`}
            alt={product.name}
            width={480}
            height={480}
            className="aspect-square w-full object-contain"
          />
        </div>
      )}
    </header>
  )
}
