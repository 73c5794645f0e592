import { emailServerFields, maxSettingLength } from '#app/contracts/setup/saved-settings.ts'
import { isSecretSetting, namesIn, type SettingGroup } from '#app/contracts/setup/setting-names.ts'
import type { SavedSetting } from '../platform/db/saved-settings.ts'
import { AppError } from '../platform/errors.ts'

type Typed = Readonly<Record<string, string>>

/** By name; null takes a setting away, and what is not named stays as it is. */
export type SettingValues = Readonly<Record<string, string | null>>

/**
 * What a form means: an empty secret stays as it is saved, since it was never shown; any other field
 * left empty takes its setting away. What the environment sets is not among it.
 */
export function submittedSettings(
  group: SettingGroup,
  input: Typed,
  { given, saved }: { given: ReadonlySet<string>; saved: readonly SavedSetting[] },
): SettingValues {
  const values: Record<string, string | null> = {}
  for (const name of namesIn(group)) {
    if (given.has(name)) continue
    if (name === 'SMTP_URL') values[name] = emailServer(input, saved)
    else if (input[name] !== undefined) {
      const value = oneLine(name, input[name])
      if (value !== '') values[name] = value
      else if (!isSecretSetting(name)) values[name] = null
    }
  }
  return values
}

function emailServer(input: Typed, saved: readonly SavedSetting[]): string | null {
  const { host, port, encryption, user, password } = emailServerFields
  const [hostname, account, typedPassword] = [host, user, password].map((field) =>
    oneLine(field, input[field] ?? ''),
  ) as [string, string, string]
  if (hostname === '') return null
  if (!/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(hostname))
    throw refused(host, 'Enter only a server name, such as mail.shop.example.')
  const number = Number(input[port])
  if (!/^\d+$/.test(input[port] ?? '') || number < 1 || number > 65535)
    throw refused(port, 'A port is a number from 1 to 65535, usually 465 or 587.')
  const protocol = input[encryption] === 'starttls' ? 'smtp' : 'smtps'
  const server = `${hostname.toLowerCase()}:${number}`
  if (account === '') {
    if (typedPassword !== '') throw refused(user, 'A password requires a username.')
    return `${protocol}://${server}`
  }
  const kept = typedPassword || keptPassword(saved, { server, account })
  if (kept === null) throw refused(password, 'Enter this user’s password for this server.')
  return `${protocol}://${encodeURIComponent(account)}:${encodeURIComponent(kept)}@${server}`
}

/** The one that is saved, for the same user at the same server: it is sent to no other. */
function keptPassword(
  saved: readonly SavedSetting[],
  { server, account }: { server: string; account: string },
): string | null {
  const value = saved.find(({ name }) => name === 'SMTP_URL')?.value
  if (!value) return null
  const url = new URL(value)
  const isSame = url.host === server && decodeURIComponent(url.username) === account
  return isSame && url.password !== '' ? decodeURIComponent(url.password) : null
}

function oneLine(field: string, text: string): string {
  const value = text.trim()
  if (value.length > maxSettingLength) throw refused(field, 'This is too long.')
  if (/\p{Cc}/u.test(value)) throw refused(field, 'This must be one line.')
  return value
}

function refused(field: string, message: string): AppError {
  return new AppError('setting_wrong', 422, `${message} Nothing was changed.`, {
    details: { errors: { [field]: message } },
  })
}
