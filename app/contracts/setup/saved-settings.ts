import { z } from 'zod'

/** What belongs together of the settings that owners may save: each has a form of its own. */
export const settingGroups = ['payments', 'labels', 'mail', 'gold', 'backup'] as const
export type SettingGroup = (typeof settingGroups)[number]

/** By the name of the environment variable; a secret is never shown again. */
const savableSettings = {
  payments: { STRIPE_SECRET_KEY: 'secret', STRIPE_WEBHOOK_SECRET: 'secret' },
  labels: { EASYPOST_API_KEY: 'secret' },
  mail: { SMTP_URL: 'secret', MAIL_FROM: 'shown', MAIL_STAFF: 'shown' },
  gold: {
    GOLD_SOURCES: 'shown',
    GOLD_WEBSITE_URL: 'shown',
    GOLD_WEBSITE_UNIT: 'shown',
    GOLDAPI_IO_KEY: 'secret',
    METALS_DEV_KEY: 'secret',
  },
  backup: {
    BACKUP_TO: 'shown',
    BACKUP_KEY: 'shown',
    AWS_ENDPOINT_URL_S3: 'shown',
    AWS_REGION: 'shown',
    AWS_ACCESS_KEY_ID: 'shown',
    AWS_SECRET_ACCESS_KEY: 'secret',
  },
} as const satisfies Record<SettingGroup, Record<string, 'secret' | 'shown'>>

export const namesIn = (group: SettingGroup): string[] => Object.keys(savableSettings[group])

export function isSecretSetting(name: string): boolean {
  return Object.values<Record<string, string>>(savableSettings).some(
    (names) => names[name] === 'secret',
  )
}

/** The mail server is asked for in parts, which make SMTP_URL. */
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
