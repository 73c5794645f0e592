import { Form } from 'react-router'
import type { SystemFacts } from '#app/.server/system/queries/system-facts.ts'
import { Disclosure } from '../components/disclosure.tsx'
import { DownloadButton } from '../components/download-button.tsx'
import { Facts } from '../components/facts.tsx'
import { formatCount } from '../components/format-count.ts'
import { SubmitButton } from '../components/submit-button.tsx'
import { formatBytes } from './format-bytes.ts'
import { When } from './panel.tsx'

type BackupsProps = {
  facts: SystemFacts & { mayTakeBackup: boolean }
  now: number
  /** An owner has just confirmed that it is them. */
  isOpen: boolean
}

/** What was written when and where, and for an owner the way to take one along [SYSTEM-03, SYSTEM-05]. */
export function Backups({ facts: { backup, mayTakeBackup }, now, isOpen }: BackupsProps) {
  const last = backup?.health.last
  const tried = backup?.health.rehearsal
  const opened = isOpen && mayTakeBackup
  return (
    <>
      {backup && (
        <Facts
          facts={[
            ['Last', last ? <When key="last" at={last.at} now={now} /> : 'never'],
            ['Where', last?.where ?? null],
            [
              'Last restore test',
              tried ? (
                <>
                  <When at={tried.at} now={now} />
                  {tried.failed ? ': failed' : ': passed'}
                </>
              ) : (
                'never'
              ),
            ],
            ['Every night', backup.place ?? 'Off. Choose a location in Setup.'],
            ['Encrypted', backup.encrypted ? 'yes' : 'No. Create a key in Setup.'],
          ]}
        />
      )}
      {backup && backup.stored.length > 0 && (
        <div className="mt-3">
          {opened ? (
            <StoredList stored={backup.stored} isOpen />
          ) : (
            <Disclosure look="text" label={`${formatCount(backup.stored.length, 'backup')} kept`}>
              <StoredList stored={backup.stored} isOpen={false} />
            </Disclosure>
          )}
        </div>
      )}
      {mayTakeBackup &&
        (opened ? (
          <div className="mt-4">
            <DownloadButton action="/admin/dashboard/system/backup" className="button button-line">
              Download a new backup
            </DownloadButton>
          </div>
        ) : (
          <Form method="post" action="/admin/dashboard/system" className="mt-4">
            <SubmitButton action="open-backup">Download a backup…</SubmitButton>
          </Form>
        ))}
    </>
  )
}

type StoredBackups = NonNullable<SystemFacts['backup']>['stored']

function StoredList({ stored, isOpen }: { stored: StoredBackups; isOpen: boolean }) {
  return (
    <ul className="grid grid-cols-1 gap-1 text-sm wrap-anywhere">
      {stored.map(({ id, name, bytes, isHere }) => (
        <li key={id}>
          {isOpen && isHere ? (
            <DownloadButton
              action={`/admin/dashboard/system/backups/${id}`}
              className="link inline-block py-1 text-left wrap-anywhere"
            >
              Download {name}
            </DownloadButton>
          ) : (
            name
          )}
          , {formatBytes(bytes)}
          {!isHere && ', in the previous location'}
        </li>
      ))}
    </ul>
  )
}
