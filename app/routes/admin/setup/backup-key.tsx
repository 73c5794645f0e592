import { Form } from 'react-router'
import type { BackupKey } from '#app/.server/backup/encryption.ts'
import { SubmitButton } from '../components/submit-button.tsx'

type Props = { made: BackupKey | undefined; hasKey: boolean }

/** Makes the key of backups and shows it until the screen is left: people keep it, not the shop [SETUP-09]. */
export function MakeBackupKey({ made, hasKey }: Props) {
  if (made) return <MadeBackupKey made={made} />
  return (
    <Form method="post" preventScrollReset className="grid justify-items-start gap-3">
      <p className="text-muted">
        {hasKey
          ? 'Backups are encrypted. If you create another key, keep the old one, too: existing backups need it.'
          : 'With a key, your backups are encrypted so no one else can read them. Keep the key safe: we don’t store it, and you can’t restore a backup without it.'}
      </p>
      <SubmitButton action="make backup key">
        {hasKey ? 'Create another key' : 'Create key'}
      </SubmitButton>
    </Form>
  )
}

const file = 'backup-key.txt'

function MadeBackupKey({ made: { text } }: { made: BackupKey }) {
  return (
    <section aria-label="Backup key" className="grid gap-3 border border-gold-deep p-4">
      <p>
        <strong>Save this now. It won’t be shown again.</strong> Keep the file in two places away
        from this server, such as a USB stick and a safe. Without it, no one can read your backups.
      </p>
      <pre className="whitespace-pre-wrap text-sm wrap-anywhere">{text}</pre>
      <p>
        <a
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
          download={file}
          className="button button-line"
        >
          Download {file}
        </a>
      </p>
      <p className="text-muted">
        Its public half is filled in below. Save the backup location, and the next backup will use
        it.
      </p>
    </section>
  )
}
