import { createHash, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Config, ConfigError } from '../config.ts'

/** The first makes and reads; what the others made, before a rotation, is still read [SECRET-03]. */
export type ShopSecrets = { secret: string; olderSecrets: readonly string[] }

/** To be tried in turn. */
export const readableSecrets = ({ secret, olderSecrets }: ShopSecrets) => [secret, ...olderSecrets]

type SecretSettings = Pick<Config, 'sessionSecret' | 'olderSecrets' | 'database' | 'dataDir'>

/**
 * The shop's secrets: as set, else kept in the data folder (readable by its owner only), else, in
 * catalog-only mode, which keeps nothing, made for this process alone.
 */
export function shopSecrets(config: SecretSettings): ShopSecrets {
  const { sessionSecret, olderSecrets } = config
  if (sessionSecret) return { secret: sessionSecret, olderSecrets }
  if (config.database !== 'embedded') {
    return { secret: randomBytes(32).toString('base64url'), olderSecrets: [] }
  }
  const file = join(config.dataDir, 'secret')
  try {
    writeFileSync(file, randomBytes(32).toString('base64url'), { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') {
      throw new ConfigError(
        `DATA_DIR ${config.dataDir} cannot be written to (${(error as NodeJS.ErrnoException).code}); make room or choose another folder`,
      )
    }
  }
  const kept = parseSecrets(readFileSync(file, 'utf8'))
  if (readableSecrets(kept).some((secret) => secret.length < 32)) {
    throw new ConfigError(
      `SESSION_SECRET: the generated one in ${file} is damaged; delete that file to have a new one made`,
    )
  }
  return kept
}

/** Parted by commas, the newest first. */
export function parseSecrets(text: string): ShopSecrets {
  const [secret = '', ...olderSecrets] = text.split(',').map((each) => each.trim())
  return { secret, olderSecrets }
}

/** Bytes for one purpose alone, made of the shop's secret: none stands in for those of another. */
export function derived(secret: string, purpose: string, bytes = 32): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', `shop/${purpose}`, bytes))
}

/** What a link is made of: nobody can compute it who lacks the shop's secret or the number. */
export function linkHmac(secret: string, purpose: string, nonce: string): string {
  return createHmac('sha256', derived(secret, purpose)).update(nonce).digest('base64url')
}

/**
 * What is stored of a link or a session: the link cannot be computed from it [FIND-03]. Its token has 256
 * random bits, so it needs no salt.
 */
export const hashOfToken = (token: string) => createHash('sha256').update(token).digest('base64url')

/** Takes the same time wherever they differ. */
export function isSameText(one: string, other: string): boolean {
  const [given, right] = [Buffer.from(one), Buffer.from(other)]
  return given.length === right.length && timingSafeEqual(given, right)
}

/**
 * What a backup takes along of the secrets: themselves where the shop made them, and not where they are
 * a setting, which is kept elsewhere; and a mark by which another shop knows whether it has the same.
 */
export function secretsOf({
  config,
  ...secrets
}: ShopSecrets & {
  config: Pick<Config, 'sessionSecret'>
}): { secret: string | null; secretMark: string } {
  return {
    secret: config.sessionSecret ? null : readableSecrets(secrets).join(','),
    secretMark: secretMark(secrets.secret),
  }
}

export function secretMark(secret: string): string {
  return derived(secret, 'mark in backups', 16).toString('base64url')
}
