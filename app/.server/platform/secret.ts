import { hkdfSync, randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Config, ConfigError } from '../config.ts'

/**
 * The shop's secret: as set, else kept in the data folder (readable by its owner only), else, in a
 * showcase that keeps nothing, made for this process alone.
 */
export function shopSecret(config: Pick<Config, 'sessionSecret' | 'database' | 'dataDir'>): string {
  if (config.sessionSecret) return config.sessionSecret
  if (config.database !== 'embedded') return randomBytes(32).toString('base64url')
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
  const secret = readFileSync(file, 'utf8').trim()
  if (secret.length < 32) {
    throw new ConfigError(
      `SESSION_SECRET: the generated one in ${file} is damaged; delete that file to have a new one made`,
    )
  }
  return secret
}

/** Bytes for one purpose alone, made of the shop's secret: none stands in for those of another. */
export function derived(secret: string, purpose: string, bytes = 32): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', `shop/${purpose}`, bytes))
}

/**
 * What a backup takes along of the secret: itself where the shop made it, and not where it is a
 * setting, which is kept elsewhere; and a mark by which another shop knows whether it has the same.
 */
export function secretsOf({
  secret,
  config,
}: {
  secret: string
  config: Pick<Config, 'sessionSecret'>
}): { secret: string | null; secretMark: string } {
  return { secret: config.sessionSecret ? null : secret, secretMark: secretMark(secret) }
}

export function secretMark(secret: string): string {
  return derived(secret, 'mark in backups', 16).toString('base64url')
}
