import type { BackupKey } from '#app/.server/backup/encryption.ts'
import type { SetupPage } from '#app/.server/setup/queries/setup-page.ts'
import { ShopTime } from '../components/shop-time.tsx'
import { MakeBackupKey } from './backup-key.tsx'
import { type Refused, Secret, Setting, SettingForm } from './setting-form.tsx'

type Props = { setup: SetupPage; refused: Refused; made: BackupKey | undefined }

/** `made` is a key made on this screen a moment ago. */
export function BackupForm({ setup, refused, made }: Props) {
  const values = setup.forms.backup
  const { backupAt } = setup.tried
  const key = values.settings.find(({ name }) => name === 'BACKUP_KEY')
  const isOurs = key !== undefined && !key.isGiven
  return (
    <>
      {backupAt && (
        <p className="text-muted">
          The last backup was written on <ShopTime at={backupAt} />.
        </p>
      )}
      {isOurs && <MakeBackupKey made={made} hasKey={key?.value !== ''} />}
      <SettingForm values={values} what="backup location" refused={refused} opens={made}>
        <Setting
          values={values}
          name="BACKUP_TO"
          label="Nightly backup location"
          hint="A folder on another disk, such as /mnt/backups, or a bucket, such as s3://bucket/shop. A folder that isn’t there yet is created."
        />
        <Setting
          values={values}
          name="BACKUP_KEY"
          label="Encryption key"
          hint="Begins with age1. Make one above, or use your own."
          initial={made?.recipient}
        />
        <Setting
          values={values}
          name="AWS_ENDPOINT_URL_S3"
          label="Bucket service address"
          hint="Leave blank to use Amazon’s own."
        />
        <Setting values={values} name="AWS_REGION" label="Bucket region" />
        <Setting values={values} name="AWS_ACCESS_KEY_ID" label="Bucket access key" />
        <Secret values={values} name="AWS_SECRET_ACCESS_KEY" label="Bucket secret key" />
      </SettingForm>
    </>
  )
}
