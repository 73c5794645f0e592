/** What belongs together of the settings that owners may save: each has its own form. */
export const settingGroups = ['payments', 'labels', 'mail', 'gold', 'backup'] as const
export type SettingGroup = (typeof settingGroups)[number]

type Named = {
  /** What a jeweler calls it, within a sentence. */
  word: string
  /** What the audit log calls it. */
  logged?: string
  /** Where owners may save it; else it is the environment's alone. */
  group?: SettingGroup
  /** Never shown again once it is saved. */
  isSecret?: boolean
}

const shown = (group: SettingGroup, word: string, logged: string): Named => ({
  group,
  word,
  logged,
})
const secret = (group: SettingGroup, word: string, logged: string): Named => ({
  group,
  word,
  logged,
  isSecret: true,
})
const ofEnvironment = (word: string): Named => ({ word })

/** Settings that people read of, by the name of the environment variable; the environment itself is read by config.ts. */
const named = {
  STRIPE_SECRET_KEY: secret('payments', 'Stripe’s secret key', 'Stripe secret key'),
  STRIPE_WEBHOOK_SECRET: secret('payments', 'Stripe’s signing secret', 'webhook signing secret'),
  TEST_PAYMENTS: ofEnvironment('the switch for test payments'),
  EASYPOST_API_KEY: secret('labels', 'the EasyPost key', 'EasyPost key'),
  SMTP_URL: secret('mail', 'the mail server', 'mail server'),
  MAIL_FROM: shown('mail', 'the sender of emails', 'sender address'),
  MAIL_STAFF: shown('mail', 'the address for staff', 'staff email address'),
  GOLD_SOURCES: shown('gold', 'the list of gold sources', 'gold price sources'),
  GOLD_WEBSITE_URL: shown('gold', 'the page of your website', 'page for the “website” source'),
  GOLD_WEBSITE_UNIT: shown('gold', 'the unit of that page', 'unit for the “website” source'),
  GOLDAPI_IO_KEY: secret('gold', 'the goldapi.io key', 'goldapi.io key'),
  METALS_DEV_KEY: secret('gold', 'the metals.dev key', 'metals.dev key'),
  BACKUP_TO: shown('backup', 'the place for backups', 'nightly backup location'),
  BACKUP_KEY: shown('backup', 'the key for backups', 'backup encryption key'),
  AWS_ENDPOINT_URL_S3: shown('backup', 'the address of the bucket', 'bucket service address'),
  AWS_REGION: shown('backup', 'the bucket region', 'bucket region'),
  AWS_ACCESS_KEY_ID: shown('backup', 'the bucket access key', 'bucket access key'),
  AWS_SECRET_ACCESS_KEY: secret('backup', 'the bucket secret key', 'bucket secret key'),
  PUBLIC_URL: ofEnvironment('the shop’s web address'),
  TRUST_PROXY: ofEnvironment('the number of servers in front of the shop'),
  DATABASE_URL: ofEnvironment('the database server'),
  DATA_DIR: ofEnvironment('the data folder'),
  SESSION_SECRET: ofEnvironment('the shop’s own secret'),
}

/** config.ts does not compile without a setting of each of these names. */
export type NamedSetting = keyof typeof named

const settings = new Map<string, Named>(Object.entries(named))

/** In the order of the form. */
export const namesIn = (group: SettingGroup): string[] =>
  [...settings].flatMap(([name, setting]) => (setting.group === group ? [name] : []))

export const isSecretSetting = (name: string): boolean => settings.get(name)?.isSecret === true

/** What a jeweler calls one setting; its own name where there is no word for it. */
export const settingWord = (name: string): string => settings.get(name)?.word ?? name

export const loggedSetting = (name: string): string => settings.get(name)?.logged ?? name

/** A sentence with each setting called as a jeweler calls it [HELP-02]. */
export function plainMessage(message: string): string {
  const plain = message.replace(/\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b/g, settingWord)
  return plain.charAt(0).toUpperCase() + plain.slice(1)
}
