/** What a jeweler calls each setting, within a sentence. */
const words: Readonly<Record<string, string>> = {
  STRIPE_SECRET_KEY: 'Stripe’s secret key',
  STRIPE_WEBHOOK_SECRET: 'Stripe’s signing secret',
  TEST_PAYMENTS: 'the switch for test payments',
  EASYPOST_API_KEY: 'the EasyPost key',
  SMTP_URL: 'the mail server',
  MAIL_FROM: 'the sender of mails',
  MAIL_STAFF: 'the address for staff',
  GOLD_SOURCES: 'the list of gold sources',
  GOLD_WEBSITE_URL: 'the page of your website',
  GOLD_WEBSITE_UNIT: 'the unit of that page',
  GOLDAPI_IO_KEY: 'the goldapi.io key',
  METALS_DEV_KEY: 'the metals.dev key',
  BACKUP_TO: 'the place for backups',
  BACKUP_KEY: 'the key for backups',
  AWS_ENDPOINT_URL_S3: 'the address of the bucket',
  AWS_REGION: 'the region of the bucket',
  AWS_ACCESS_KEY_ID: 'the access key of the bucket',
  AWS_SECRET_ACCESS_KEY: 'the secret key of the bucket',
  PUBLIC_URL: 'the shop’s web address',
  TRUST_PROXY: 'the number of servers in front of the shop',
  DATABASE_URL: 'the database server',
  DATA_DIR: 'the data folder',
  SESSION_SECRET: 'the shop’s own secret',
}

/** What a jeweler calls one setting; its own name where there is no word for it. */
export const settingWord = (name: string): string => words[name] ?? name

/** A sentence with each setting called as a jeweler calls it [HELP-02]. */
export function plainSentence(sentence: string): string {
  const plain = sentence.replace(/\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b/g, settingWord)
  return plain.charAt(0).toUpperCase() + plain.slice(1)
}
