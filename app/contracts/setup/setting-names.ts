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
  STRIPE_SECRET_KEY: secret('payments', 'Stripe’s secret key', 'secret key of Stripe'),
  STRIPE_WEBHOOK_SECRET: secret(
    'payments',
    'Stripe’s signing secret',
    'signing secret of the webhook',
  ),
  TEST_PAYMENTS: ofEnvironment('the switch for test payments'),
  EASYPOST_API_KEY: secret('labels', 'the EasyPost key', 'EasyPost key'),
  SMTP_URL: secret('mail', 'the mail server', 'mail server'),
  MAIL_FROM: shown('mail', 'the sender of emails', 'address emails are from'),
  MAIL_STAFF: shown('mail', 'the address for staff', 'address staff are told at'),
  GOLD_SOURCES: shown('gold', 'the list of gold sources', 'sources of the gold price'),
  GOLD_WEBSITE_URL: shown('gold', 'the page of your website', 'page of the source “website”'),
  GOLD_WEBSITE_UNIT: shown('gold', 'the unit of that page', 'unit of the source “website”'),
  GOLDAPI_IO_KEY: secret('gold', 'the goldapi.io key', 'key of goldapi.io'),
  METALS_DEV_KEY: secret('gold', 'the metals.dev key', 'key of metals.dev'),
  BACKUP_TO: shown('backup', 'the place for backups', 'place of nightly backups'),
  BACKUP_KEY: shown('backup', 'the key for backups', 'key backups are encrypted to'),
  AWS_ENDPOINT_URL_S3: shown(
    'backup',
    'the address of the bucket',
    'address of the bucket’s service',
  ),
  AWS_REGION: shown('backup', 'the region of the bucket', 'region of the bucket'),
  AWS_ACCESS_KEY_ID: shown('backup', 'the access key of the bucket', 'access key of the bucket'),
  AWS_SECRET_ACCESS_KEY: secret(
    'backup',
    'the secret key of the bucket',
    'secret key of the bucket',
  ),
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
