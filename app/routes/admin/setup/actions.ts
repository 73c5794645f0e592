import { data } from 'react-router'
import type { AppContext } from '#app/.server/app-context.ts'
import { makeBackupKey } from '#app/.server/backup/encryption.ts'
import { sendAlertThrough } from '#app/.server/emails/commands/send-alert-through.ts'
import { openForSale } from '#app/.server/setup/commands/open-shop.ts'
import { saveSettingGroup } from '#app/.server/setup/commands/save-setting-group.ts'
import { sendSetupMail } from '#app/.server/setup/commands/send-setup-mail.ts'
import { mailServerFields, setupAction } from '#app/contracts/setup/saved-settings.ts'
import { isSecretSetting } from '#app/contracts/setup/setting-names.ts'
import { runCommand } from '../components/run-command.ts'

type Asked = { typed: Record<string, string>; by: string; requireFresh: () => Promise<void> }

/**
 * Saves or takes away a group of settings, sends a test mail to oneself, or makes a key for backups, which
 * is answered once and kept nowhere. No secret that is saved is answered.
 */
export async function performSetupAction(app: AppContext, { typed, by, requireFresh }: Asked) {
  const parsed = setupAction.safeParse(typed)
  const shown = withoutSecrets(typed)
  if (!parsed.success) {
    const refused = { code: 'invalid_request', message: 'This cannot be done here.', typed: shown }
    return data({ refused }, { status: 400 })
  }
  const asked = parsed.data
  return runCommand(
    app,
    async () => {
      if (asked.action === 'test mail') {
        await sendSetupMail(app, by)
        return { done: `A test mail was sent to ${by}.` }
      }
      await requireFresh()
      if (asked.action === 'open the shop') {
        const isOpened = await openForSale(app, { by })
        return { done: isOpened ? 'The shop is open.' : 'The shop was open already.' }
      }
      if (asked.action === 'make backup key') {
        return { done: 'A key was made.', backupKey: await makeBackupKey(app.now()) }
      }
      const { group, seen } = asked
      const isSave = asked.action !== 'remove'
      const anyway = asked.action === 'save anyway'
      const change = { group, seen, by, anyway, typed: isSave ? typed : null }
      const isNew = await saveSettingGroup(app, change, sendAlertThrough)
      if (!isNew) return { done: 'Nothing was changed: nothing new was entered.' }
      if (!isSave) return { done: 'Removed. The shop goes on without.' }
      const folder = group === 'backup' && typed.BACKUP_TO?.startsWith('/') ? typed.BACKUP_TO : null
      return {
        done: folder
          ? `Saved. Backups are written to ${folder}.`
          : 'Saved. The shop goes by it now.',
      }
    },
    shown,
  )
}

function withoutSecrets(typed: Record<string, string>): Record<string, string> {
  const isShown = ([name]: [string, string]) =>
    !isSecretSetting(name) && name !== mailServerFields.password
  return Object.fromEntries(Object.entries(typed).filter(isShown))
}
