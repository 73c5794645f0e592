import { makeBackupKey } from '#app/.server/backup/encryption.ts'
import { sendAlertThrough } from '#app/.server/emails/commands/send-alert-through.ts'
import { openShopForSale } from '#app/.server/setup/commands/open-shop.ts'
import { saveSettingGroup } from '#app/.server/setup/commands/save-setting-group.ts'
import { sendSetupEmail } from '#app/.server/setup/commands/send-setup-email.ts'
import { emailServerFields, setupForms } from '#app/contracts/setup/saved-settings.ts'
import { isSecretSetting, type SettingGroup } from '#app/contracts/setup/setting-names.ts'
import { noFields, type Requested, staffAction } from '../components/staff-actions.ts'

/** Where nothing new was entered, nothing is saved. */
const unchanged = 'Nothing was changed because you didn’t enter anything new.'

const saved = (isNew: boolean, { group }: { group: SettingGroup }, { typed }: Requested) => {
  if (!isNew) return unchanged
  const folder = group === 'backup' && typed.BACKUP_TO?.startsWith('/') ? typed.BACKUP_TO : null
  return folder ? `Saved. Backups are written to ${folder}.` : 'Saved and in effect.'
}

/**
 * Saves or takes away a group of settings, sends a test email to oneself, or makes a key for backups, which
 * is answered once and kept nowhere. No secret that is saved is answered.
 */
export const setupActions = {
  save: staffAction(null, 'once valid', {
    form: setupForms.save,
    run: (app, { group, seen, by }, { typed }) =>
      saveSettingGroup(app, { group, seen, by, typed, anyway: false }, sendAlertThrough),
    answer: saved,
  }),
  // Its provider could not be reached, and an owner insists.
  'save anyway': staffAction(null, 'once valid', {
    form: setupForms['save anyway'],
    run: (app, { group, seen, by }, { typed }) =>
      saveSettingGroup(app, { group, seen, by, typed, anyway: true }, sendAlertThrough),
    answer: saved,
  }),
  remove: staffAction(null, 'once valid', {
    form: setupForms.remove,
    run: (app, { group, seen, by }) =>
      saveSettingGroup(app, { group, seen, by, typed: null, anyway: false }, sendAlertThrough),
    answer: (isNew) => (isNew ? 'Removed. The shop will run without it.' : unchanged),
  }),
  'open the shop': staffAction(null, 'once valid', {
    form: noFields,
    run: openShopForSale,
    answer: (isOpened) => (isOpened ? 'The shop is open.' : 'The shop was already open.'),
  }),
  'make backup key': staffAction(null, 'once valid', {
    form: noFields,
    run: (app) => makeBackupKey(app.now()),
    answer: (backupKey) => ({ done: 'A key was created.', backupKey }),
  }),
  'test mail': staffAction(null, 'never', {
    form: noFields,
    run: (app, { by }) => sendSetupEmail(app, by),
    answer: (_, __, { by }) => `A test email was sent to ${by}.`,
  }),
}

export function withoutSecrets(input: Record<string, string>): Record<string, string> {
  const isShown = ([name]: [string, string]) =>
    !isSecretSetting(name) && name !== emailServerFields.password
  return Object.fromEntries(Object.entries(input).filter(isShown))
}
