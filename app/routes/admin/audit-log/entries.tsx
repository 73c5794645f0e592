import { Link } from 'react-router'
import type { AuditLogEntry } from '#app/.server/audit-log/queries/audit-log.ts'
import { Disclosure } from '../components/disclosure.tsx'
import { ShopTime } from '../components/shop-time.tsx'
import { auditLabel } from './labels/label.ts'
import type { ShownChange } from './labels/shown-changes.ts'

/** So many changes of one entry stand open. */
const changesShown = 8

export function Entries({ entries }: { entries: readonly AuditLogEntry[] }) {
  return (
    <ul aria-label="Entries, newest first" className="mt-6 border-line border-t">
      {entries.map((entry) => (
        <Entry key={entry.id} entry={entry} />
      ))}
    </ul>
  )
}

function Entry({ entry }: { entry: AuditLogEntry }) {
  const { who, what, details, changes, to } = auditLabel(entry)
  return (
    <li className="grid gap-x-6 gap-y-1 border-line border-b py-3 md:grid-cols-[13rem_minmax(0,1fr)]">
      <p className="text-muted text-sm">
        <ShopTime at={entry.at} />
      </p>
      <div className="grid min-w-0 gap-1 wrap-anywhere">
        <p>
          <strong className="font-medium">{who}</strong>{' '}
          {to ? (
            <Link to={to} className="link">
              {what}
            </Link>
          ) : (
            what
          )}
        </p>
        {details && <p className="text-muted text-sm">{details}</p>}
        {changes.length > 0 && <Changes changes={changes} />}
      </div>
    </li>
  )
}

function Changes({ changes }: { changes: readonly ShownChange[] }) {
  const [shown, more] = [changes.slice(0, changesShown), changes.slice(changesShown)]
  return (
    <>
      <ChangeList changes={shown} />
      {more.length > 0 && (
        <Disclosure label={`${more.length} more ${more.length === 1 ? 'field' : 'fields'}`} isSmall>
          <ChangeList changes={more} />
        </Disclosure>
      )}
    </>
  )
}

/** `Fee, Large: $750.00 → $800.00` */
function ChangeList({ changes }: { changes: readonly ShownChange[] }) {
  return (
    <ul className="grid gap-1 text-sm">
      {changes.map(({ label, before, after }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an entry never changes.
        <li key={at}>
          <span className="text-muted">{label}:</span>{' '}
          <del className="text-muted no-underline">{before}</del> <span aria-hidden="true">→</span>
          <span className="sr-only">became</span> <ins className="no-underline">{after}</ins>
        </li>
      ))}
    </ul>
  )
}
