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
  isSecret?: true
}

/** Settings that people read of, by the name of the environment variable; the environment itself is read by config.ts. */
const named = {
  STRIPE_SECRET_KEY: {
    ...{ group: 'payments', isSecret: true },
    word: 'Stripe’s secret key',
    logged: 'secret key of Stripe',
  },
  STRIPE_WEBHOOK_SECRET: {
    ...{ group: 'payments', isSecret: true },
    word: 'Stripe’s signing secret',
    logged: 'signing secret of the webhook',
  },
  TEST_PAYMENTS: { word: 'the switch for test payments' },
  EASYPOST_API_KEY: {
    ...{ group: 'labels', isSecret: true },
    word: 'the EasyPost key',
    logged: 'EasyPost key',
  },
  SMTP_URL: {
    ...{ group: 'mail', isSecret: true },
    word: 'the mail server',
    logged: 'mail server',
  },
  MAIL_FROM: { group: 'mail', word: 'the sender of mails', logged: 'address mails are from' },
  MAIL_STAFF: {
    group: 'mail',
    word: 'the address for staff',
    logged: 'address staff are told at',
  },
  GOLD_SOURCES: {
    group: 'gold',
    word: 'the list of gold sources',
    logged: 'sources of the gold price',
  },
  GOLD_WEBSITE_URL: {
    group: 'gold',
    word: 'the page of your website',
    logged: 'page of the source “website”',
  },
  GOLD_WEBSITE_UNIT: {
    group: 'gold',
    word: 'the unit of that page',
    logged: 'unit of the source “website”',
  },
  GOLDAPI_IO_KEY: {
    ...{ group: 'gold', isSecret: true },
    word: 'the goldapi.io key',
    logged: 'key of goldapi.io',
  },
  METALS_DEV_KEY: {
    ...{ group: 'gold', isSecret: true },
    word: 'the metals.dev key',
    logged: 'key of metals.dev',
  },
  BACKUP_TO: {
    group: 'backup',
    word: 'the place for backups',
    logged: 'place of nightly backups',
  },
  BACKUP_KEY: {
    group: 'backup',
    word: 'the key for backups',
    logged: 'key backups are encrypted to',
  },
  AWS_ENDPOINT_URL_S3: {
    group: 'backup',
    word: 'the address of the bucket',
    logged: 'address of the bucket’s service',
  },
  AWS_REGION: {
    group: 'backup',
    word: 'the region of the bucket',
    logged: 'region of the bucket',
  },
  AWS_ACCESS_KEY_ID: {
    group: 'backup',
    word: 'the access key of the bucket',
    logged: 'access key of the bucket',
  },
  AWS_SECRET_ACCESS_KEY: {
    ...{ group: 'backup', isSecret: true },
    word: 'the secret key of the bucket',
    logged: 'secret key of the bucket',
  },
  PUBLIC_URL: { word: 'the shop’s web address' },
  TRUST_PROXY: { word: 'the number of servers in front of the shop' },
  DATABASE_URL: { word: 'the database server' },
  DATA_DIR: { word: 'the data folder' },
  SESSION_SECRET: { word: 'the shop’s own secret' },
} as const satisfies Record<string, Named>

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
export function plainSentence(sentence: string): string {
  const plain = sentence.replace(/\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b/g, settingWord)
  return plain.charAt(0).toUpperCase() + plain.slice(1)
}
