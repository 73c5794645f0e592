import { z } from 'zod'
import { newAccountForm } from '#app/contracts/auth/sign-in.ts'
import { fieldErrors } from '#app/contracts/platform/form-data.ts'
import { roleNames, roles } from '#app/domain/access/rights.ts'
import type { AppContext } from './app-context.ts'
import { checkAuditLog } from './audit-log/queries/check-audit-log.ts'
import { changeRole } from './auth/commands/change-role.ts'
import { createAdmin, type Enrollment } from './auth/commands/create-admin.ts'
import { removeAdmin } from './auth/commands/remove-admin.ts'
import { setPassword } from './auth/commands/reset-password.ts'
import { resetSecondFactor } from './auth/commands/reset-second-factor.ts'
import { setupLink } from './auth/commands/set-up.ts'
import { listAdmins } from './auth/queries/admins.ts'
import { backupKeyOf } from './backup/backup-key.ts'
import { recordBackup } from './backup/last-backup.ts'
import type { ChainCheck } from './platform/db/check-hash-chain.ts'
import { hasDatabase } from './platform/db/with-database.ts'
import { AppError, DatabaseUnavailable } from './platform/errors.ts'
import { qrCodeForTerminal } from './platform/qr-code.ts'
import { privacyCommand, runPrivacyCommand } from './privacy/privacy-command.ts'
import { setupState } from './setup/queries/open-items.ts'
import { rotateSigningKey } from './signing/commands/rotate-signing-key.ts'

/** What `npm run admin`, `audit`, `privacy` and `backup` may ask of the shop; sent as JSON where the shop runs already. */
export const adminCommand = z.discriminatedUnion('command', [
  z.object({
    command: z.literal('create'),
    email: z.string(),
    password: z.string(),
    role: z.enum(roles).optional(),
  }),
  z.object({ command: z.literal('role'), email: z.string(), role: z.enum(roles) }),
  z.object({ command: z.literal('list') }),
  z.object({ command: z.literal('remove'), email: z.string() }),
  z.object({ command: z.literal('reset-2fa'), email: z.string() }),
  z.object({ command: z.literal('reset-password'), email: z.string(), password: z.string() }),
  z.object({ command: z.literal('audit-check') }),
  z.object({ command: z.literal('rotate-signing-key') }),
  privacyCommand,
  // Of `npm run backup`, once the file is written and read back.
  z.object({ command: z.literal('record-backup'), file: z.string().max(1000) }),
  z.object({ command: z.literal('backup-key') }),
  // Of `npm run launch-check`: what is open in this shop.
  z.object({ command: z.literal('setup') }),
])
export type AdminCommand = z.infer<typeof adminCommand>

/** The text for a person, and the same for a program. */
export type AdminCommandResult = { ok: boolean; text: string; json: unknown }

const actor = { type: 'command', id: 'npm run admin' } as const

/** Does it; what cannot be done is an answer too. */
export async function runAdminCommand(
  app: AppContext,
  command: AdminCommand,
): Promise<AdminCommandResult> {
  try {
    return await run(app, command)
  } catch (error) {
    if (!(error instanceof AppError)) {
      app.log.error({ err: error, command: command.command }, 'a command failed')
    }
    const message = error instanceof AppError ? error.message : 'The database couldn’t do it.'
    const code = error instanceof AppError ? error.code : 'internal_error'
    return { ok: false, text: message, json: { error: { code, message: message } } }
  }
}

async function run(app: AppContext, command: AdminCommand): Promise<AdminCommandResult> {
  if (!hasDatabase(app)) throw new DatabaseUnavailable(whyNoDatabase(app))
  switch (command.command) {
    case 'create': {
      const parsed = newAccountForm.safeParse(command)
      if (!parsed.success) throw new AppError('invalid_request', 400, firstOf(parsed.error))
      const { role = 'owner' } = command
      return enrolled(
        `${parsed.data.email} is an admin now, as ${roleNames[role]}.`,
        await createAdmin(app, { ...parsed.data, role, actor }),
      )
    }
    case 'role': {
      const { role } = command
      const changed = await changeRole(app, { email: command.email.trim(), role, actor })
      return { ok: true, text: `${changed.email} is ${roleNames[role]} now.`, json: changed }
    }
    case 'reset-password': {
      const parsed = newAccountForm.safeParse(command)
      if (!parsed.success) throw new AppError('invalid_request', 400, firstOf(parsed.error))
      const { email } = await setPassword(app, { ...parsed.data, actor })
      const text = `${email} has a new password, and every open session has ended. The second factor is unchanged; reset-2fa makes a new one.`
      return { ok: true, text, json: { email } }
    }
    case 'reset-2fa': {
      const reset = await resetSecondFactor(app, { email: command.email.trim(), actor })
      const first = `${reset.email} has a new second factor; the old one, its recovery codes, and every open session have ended.`
      return enrolled(first, reset)
    }
    case 'remove': {
      const { email, left } = await removeAdmin(app, { email: command.email.trim(), actor })
      const link = left ? null : await setupLink(app)
      const last = link
        ? ` That was the last one. This link creates the next one. It works once, within 24 hours:\n\n  ${link}\n`
        : ''
      return { ok: true, text: `${email} is no longer an admin.${last}`, json: { email, left } }
    }
    case 'record-backup': {
      await recordBackup(app.db.orm, { now: app.now(), file: command.file })
      return { ok: true, text: '', json: {} }
    }
    case 'backup-key':
      return { ok: true, text: '', json: { key: await backupKeyOf(app.config, app.db.orm, app) } }
    case 'setup': {
      const { open } = await setupState({ ...app, orm: app.db.orm })
      return { ok: open.length === 0, text: '', json: open }
    }
    case 'audit-check': {
      const check = await checkAuditLog(app)
      return { ok: check.problem === null, text: auditCheckMessage(check), json: check }
    }
    case 'rotate-signing-key': {
      const key = await rotateSigningKey(app, actor)
      const old =
        key.retired === null ? '' : ` Key ${key.retired} is retired; what it signed remains valid.`
      return { ok: true, text: `Key ${key.id} signs from now on.${old}`, json: key }
    }
    case 'privacy':
      return runPrivacyCommand(app, command)
    case 'list': {
      const admins = await listAdmins(app.db)
      const lines = admins.map(
        ({ email, role, createdAt }) =>
          `${email}  ${roleNames[role]}  since ${createdAt.toISOString().slice(0, 10)}`,
      )
      const text = admins.length > 0 ? lines.join('\n') : await nobodyYet(app)
      return { ok: true, text, json: admins }
    }
  }
}

function auditCheckMessage({ links, head, problem }: ChainCheck): string {
  if (problem === null) {
    const last = head ? ` The last hash is ${head.hash}.` : ''
    return `The audit log is intact: ${links} ${links === 1 ? 'entry' : 'entries'}.${last}`
  }
  const { rowKey, what } = problem
  return `THE AUDIT LOG WAS CHANGED. First entry that doesn’t match: ${rowKey === null ? what : `entry ${rowKey} ${what}`}.`
}

/** The link is printed here too, because it ends after 24 hours and a start may be long ago. */
async function nobodyYet(app: AppContext): Promise<string> {
  const link = await setupLink(app)
  return `There is no admin yet. This link creates the first one. It works once, within 24 hours:\n\n  ${link}\n`
}

async function enrolled(
  first: string,
  { email, totpUri, recoveryCodes }: Enrollment,
): Promise<AdminCommandResult> {
  const text = [
    first,
    '',
    'Scan this with an authenticator app, or give it the address below:',
    '',
    await qrCodeForTerminal(totpUri),
    totpUri,
    '',
    'Recovery codes (each works once, and they’re shown only now):',
    '',
    ...recoveryCodes.map((code) => `  ${code}`),
  ]
  return { ok: true, text: text.join('\n'), json: { email, totpUri, recoveryCodes } }
}

function firstOf(error: z.ZodError): string {
  const [[field, message] = ['', 'This is not in the expected form.']] = Object.entries(
    fieldErrors(error),
  )
  return `${field}: ${message}`
}

function whyNoDatabase({ config }: AppContext): string {
  return config.database === 'none'
    ? 'This shop runs without a database (DATABASE_URL=none); it has no admins.'
    : 'The database does not answer; see DATABASE_URL.'
}
