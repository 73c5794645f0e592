import { z } from 'zod'
import { settingGroups } from './setting-names.ts'

/** The mail server is requested in parts, which make SMTP_URL. */
export const mailServerFields = {
  host: 'smtp_host',
  port: 'smtp_port',
  encryption: 'smtp_encryption',
  user: 'smtp_user',
  password: 'smtp_password',
} as const

const group = z.enum(settingGroups)
/** What stood when the form was opened. */
const seen = z.string().max(100)

export const setupAction = z.discriminatedUnion('action', [
  z.object({ action: z.literal('save'), group, seen }),
  // Its provider could not be reached, and an owner insists.
  z.object({ action: z.literal('save anyway'), group, seen }),
  z.object({ action: z.literal('remove'), group, seen }),
  z.object({ action: z.literal('open the shop') }),
  z.object({ action: z.literal('test mail') }),
  z.object({ action: z.literal('make backup key') }),
])

/** Longer than any key or address. */
export const maxSettingLength = 2000
