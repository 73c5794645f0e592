import { resolve } from 'node:path'
import { z } from 'zod'
import type { NamedSetting } from '#app/contracts/setup/setting-names.ts'
import {
  hostsOrNetworks,
  httpUrl,
  safeUrl,
  urlWithPassword,
  withoutPassword,
} from './config-addresses.ts'
import { backupSettingShape, backupSettings, mediaSettings } from './config-backup.ts'
import { goldSettingShape, goldSettings } from './config-gold.ts'
import { unknownNames } from './config-names.ts'
import { mailbox, secretList, wholeNumber } from './config-values.ts'
import { type EnvFile, EnvFileError, readEnvFile } from './env-file.mjs'
import type { Reach } from './platform/outgoing-address.ts'

/** The only reader of the environment. Every setting of docs/settings.md, parsed once at start. */

const settings = z.object({
  HOST: z.string().default('localhost'),
  PORT: wholeNumber('PORT', 0, 65535, 'leave it out for 3000').default(3000),
  PUBLIC_URL: httpUrl('PUBLIC_URL')
    .refine(isOriginAlone, {
      error:
        'PUBLIC_URL must be the address alone, such as https://shop.example; without a path, query or password',
    })
    .optional(),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: urlWithPassword(
    'DATABASE_URL',
    /^(none$|postgres(ql)?:\/\/.)/,
    'DATABASE_URL must begin with postgres://, or be "none" for a showcase; leave it out for the embedded database',
  ).optional(),
  DATABASE_POOL_SIZE: wholeNumber('DATABASE_POOL_SIZE', 2, 200, 'leave it out for 10').default(10),
  /** Given by systemd to a service whose output goes to the journal. */
  JOURNAL_STREAM: z.string().optional(),
  PAGE_CACHE_MB: wholeNumber('PAGE_CACHE_MB', 0, 4096, 'leave it out for 64').default(64),
  WEB_PROCESSES: wholeNumber('WEB_PROCESSES', 1, 64, 'leave it out for 1').default(1),
  SESSION_SECRET: z
    .string()
    .transform(secretList)
    .refine((secrets) => secrets.every((secret) => secret.length >= 32), {
      error:
        'SESSION_SECRET needs 32 characters or more, each where several are separated by commas; make one with: npm run secret',
    })
    .optional(),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^(sk|rk)_(test|live)_\w+$/, 'STRIPE_SECRET_KEY must begin with sk_test_ or sk_live_')
    .optional(),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .transform((list) => list.split(',').map((secret) => secret.trim()))
    .refine((secrets) => secrets.every((secret) => /^whsec_\S+$/.test(secret)), {
      error:
        'STRIPE_WEBHOOK_SECRET must begin with whsec_; several, while one is rolled, are separated by commas',
    })
    .optional(),
  STRIPE_API_URL: safeUrl('STRIPE_API_URL').optional(),
  EASYPOST_API_KEY: z
    .string()
    .regex(
      /^EZ(TK|AK)\w+$/,
      'EASYPOST_API_KEY must begin with EZTK (test) or EZAK (production), as on the page of API keys at EasyPost',
    )
    .optional(),
  EASYPOST_API_URL: safeUrl('EASYPOST_API_URL').default('https://api.easypost.com'),
  PAYMENT_LINK_HOSTS: z
    .string()
    .default('buy.stripe.com,checkout.stripe.com')
    .transform((list) => list.split(',').map((host) => host.trim().toLowerCase()))
    .refine((hosts) => hosts.every((host) => /^[a-z\d-]+(\.[a-z\d-]+)+$/.test(host)), {
      error:
        'PAYMENT_LINK_HOSTS must be names of hosts, such as buy.stripe.com, separated by commas',
    }),
  ALLOW_PRIVATE_ADDRESSES: hostsOrNetworks('ALLOW_PRIVATE_ADDRESSES'),
  TEST_PAYMENTS: z
    .enum(['yes', 'until-key', 'no'], {
      error: 'TEST_PAYMENTS must be yes, until-key or no; leave it out for no',
    })
    .default('no'),
  ...goldSettingShape,
  CONTENT_SITE_URL: withoutPassword('CONTENT_SITE_URL', httpUrl('CONTENT_SITE_URL')).optional(),
  CONTENT_SITE_KEY: z.string().optional(),
  SMTP_URL: urlWithPassword(
    'SMTP_URL',
    /^smtps?:\/\/[^/]/,
    'SMTP_URL must be an address that begins with smtp:// or smtps://',
  )
    .refine((value) => URL.canParse(value), {
      error: 'SMTP_URL must be an address such as smtps://name:password@mail.example:465',
    })
    .optional(),
  MAIL_FROM: mailbox('MAIL_FROM').optional(),
  MAIL_STAFF: mailbox('MAIL_STAFF').optional(),
  ...backupSettingShape,
  TRUST_PROXY: wholeNumber('TRUST_PROXY', 0, 10, 'leave it out for 0').default(0),
  LOG_LEVEL: z
    .enum(['silent', 'error', 'warn', 'info', 'debug'], {
      error: 'LOG_LEVEL must be silent, error, warn, info or debug; leave it out for info',
    })
    .default('info'),
})

export type Config = ReturnType<typeof readConfig>

/** A setting that stops the start: one sentence that names the variable and the remedy [OPS-02]. */
export class ConfigError extends Error {}

/** The environment over `.env` in the working folder; an empty value counts as unset. */
export function readConfig(alone?: Record<string, string | undefined>) {
  const file: EnvFile = alone ? new Map() : settingsFile()
  const fromFile = [...file].map(([name, { value }]): [string, string] => [name, value])
  const environment = alone ?? { ...Object.fromEntries(fromFile), ...process.env }
  const given = Object.fromEntries(
    Object.entries(environment).flatMap(([name, value]) => (value ? [[name, value]] : [])),
  )
  const names: ReadonlySet<string> = new Set(Object.keys(given))
  // Of each setting that has a name for people there is one here.
  const shape = settings.shape satisfies Record<NamedSetting, z.ZodType>
  const { problem, warnings } = unknownNames(names, Object.keys(shape), file)
  if (problem) throw new ConfigError(problem)
  // What the shop encrypted with its quotes is read with them alone.
  if (given.SESSION_SECRET && isQuoted(given.SESSION_SECRET)) {
    warnings.push('SESSION_SECRET is in quotes, which are part of the secret.')
  }
  return {
    ...parsedConfig(given, names),
    /** Lines of `.env` that set nothing of the shop's. */
    warnings,
    /** Names that the environment sets: they win over what is saved in the shop [SETUP-03]. */
    given: names,
    /** The same with what is saved in the shop below it. Throws ConfigError. */
    over: (saved: Readonly<Record<string, string>>) => parsedConfig({ ...saved, ...given }, names),
    /** Whether anything saved in the shop is part of it. */
    hasSaved: false,
  }
}

function settingsFile(): EnvFile {
  try {
    return readEnvFile()
  } catch (error) {
    if (!(error instanceof EnvFileError)) throw error
    throw new ConfigError(error.message)
  }
}

/** As Docker leaves them in an env file. */
const isQuoted = (value: string) => /^(["'`])(?:(?!\1).)*\1$/s.test(value)

function parsedConfig(given: Record<string, string>, byEnvironment: ReadonlySet<string>) {
  const quoted = Object.entries(given).find(
    ([name, value]) => name in settings.shape && name !== 'SESSION_SECRET' && isQuoted(value),
  )
  if (quoted) {
    throw new ConfigError(
      `${quoted[0]} is in quotes, which count as part of it; write it without them`,
    )
  }
  const parsed = settings.safeParse(given)
  if (!parsed.success) throw new ConfigError(parsed.error.issues[0]?.message ?? 'Unknown setting')
  const env = parsed.data
  const database = databaseChoice(env.DATABASE_URL)
  if (database === 'postgresql' && !env.SESSION_SECRET) {
    throw new ConfigError(
      'SESSION_SECRET is required with PostgreSQL, so that every process shares one; make one with: npm run secret',
    )
  }
  if (env.WEB_PROCESSES > 1 && database !== 'postgresql') {
    throw new ConfigError(
      'WEB_PROCESSES needs PostgreSQL, which several processes can share; set DATABASE_URL, or leave WEB_PROCESSES out',
    )
  }
  if (needsTestPayments(env, database) && env.TEST_PAYMENTS === 'no') {
    throw new ConfigError(
      'STRIPE_SECRET_KEY is not set, but PUBLIC_URL is https: orders would count as paid and no card be charged; set the key, or TEST_PAYMENTS=yes to try the shop out',
    )
  }
  if (env.SMTP_URL && !env.MAIL_FROM) {
    throw new ConfigError(
      'MAIL_FROM is required with SMTP_URL: the address that emails are sent from, such as orders@shop.example',
    )
  }
  /** Where an address may lead that these settings make: what an owner saved is not trusted [SSRF-01]. */
  const reachBy = (...names: string[]): Reach =>
    names.some((name) => name in given && !byEnvironment.has(name))
      ? env.ALLOW_PRIVATE_ADDRESSES
      : 'anywhere'
  const gold = goldSettings(env, reachBy)
  if ('problem' in gold) throw new ConfigError(gold.problem)
  const backup = backupSettings(env, reachBy)
  if ('problem' in backup) throw new ConfigError(backup.problem)
  const media = mediaSettings(env, reachBy)
  if ('problem' in media) throw new ConfigError(media.problem)
  return {
    host: env.HOST,
    port: env.PORT,
    publicUrl: env.PUBLIC_URL ? new URL(env.PUBLIC_URL).origin : null,
    dataDir: resolve(env.DATA_DIR),
    isOutputKept: env.JOURNAL_STREAM !== undefined,
    pageCacheBytes: env.PAGE_CACHE_MB * 1024 * 1024,
    database,
    databaseUrl: database === 'postgresql' ? (env.DATABASE_URL as string) : null,
    databasePoolSize: env.DATABASE_POOL_SIZE,
    webProcesses: env.WEB_PROCESSES,
    sessionSecret: env.SESSION_SECRET?.[0] ?? null,
    /** Those before it: what they made is still read. */
    olderSecrets: env.SESSION_SECRET?.slice(1) ?? [],
    stripe: env.STRIPE_SECRET_KEY
      ? {
          secretKey: env.STRIPE_SECRET_KEY,
          webhookSecrets: env.STRIPE_WEBHOOK_SECRET ?? [],
          apiUrl: env.STRIPE_API_URL ?? null,
          live: /^(sk|rk)_live_/.test(env.STRIPE_SECRET_KEY),
        }
      : null,
    labels: env.EASYPOST_API_KEY
      ? {
          apiKey: env.EASYPOST_API_KEY,
          apiUrl: env.EASYPOST_API_URL.replace(/\/+$/, ''),
          privateAllowed: env.ALLOW_PRIVATE_ADDRESSES,
          live: env.EASYPOST_API_KEY.startsWith('EZAK'),
        }
      : null,
    testPayments: env.TEST_PAYMENTS === 'yes',
    /** Test payments until a key of Stripe is saved in the shop. */
    testPaymentsUntilKey: env.TEST_PAYMENTS === 'until-key',
    paymentLinkHosts: env.PAYMENT_LINK_HOSTS,
    gold,
    contentSite: env.CONTENT_SITE_URL
      ? { url: env.CONTENT_SITE_URL.replace(/\/+$/, ''), key: env.CONTENT_SITE_KEY ?? null }
      : null,
    mail: {
      smtp:
        env.SMTP_URL && env.MAIL_FROM
          ? { url: env.SMTP_URL, reach: reachBy('SMTP_URL'), from: env.MAIL_FROM }
          : null,
      staff: env.MAIL_STAFF?.address ?? null,
    },
    backup,
    media,
    trustProxy: env.TRUST_PROXY,
    logLevel: env.LOG_LEVEL,
  }
}

function databaseChoice(url: string | undefined): 'embedded' | 'postgresql' | 'none' {
  if (url === undefined) return 'embedded'
  return url === 'none' ? 'none' : 'postgresql'
}

/** A shop on the internet whose orders would be paid by nobody. A showcase takes none. */
function needsTestPayments(
  { PUBLIC_URL, STRIPE_SECRET_KEY }: z.output<typeof settings>,
  database: Config['database'],
): boolean {
  if (database === 'none' || STRIPE_SECRET_KEY || !PUBLIC_URL) return false
  return new URL(PUBLIC_URL).protocol === 'https:'
}

function isOriginAlone(address: string): boolean {
  if (!URL.canParse(address)) return true
  const { origin, href } = new URL(address)
  return href === `${origin}/`
}

/** What a command of the owner's is started with: nothing that the shop itself is set by. */
export function commandEnvironment(): NodeJS.ProcessEnv {
  const isOurs = (name: string) => name in settings.shape && !/^(HOST|AWS_\w+)$/.test(name)
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !isOurs(name)))
}
