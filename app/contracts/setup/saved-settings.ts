import { z } from 'zod'
import { settingGroups } from './setting-names.ts'

/** The mail server is requested in parts, which make SMTP_URL. */
export const emailServerFields = {
  host: 'smtp_host',
  port: 'smtp_port',
  encryption: 'smtp_encryption',
  user: 'smtp_user',
  password: 'smtp_password',
} as const

const group = z.enum(settingGroups)
/** What stood when the form was opened. */
const seen = z.string().max(100)

export const setupForms = {
  save: z.object({ group, seen }),
  // Its provider could not be reached, and an owner insists.
  'save anyway': z.object({ group, seen }),
  remove: z.object({ group, seen }),
}

/** Longer than any key or address. */
export const maxSettingLength = 2000
