/**
 * `npm run secret`: a fresh secret for SESSION_SECRET. With `--rotate` the one of the data folder is
 * replaced, or the line for SESSION_SECRET printed where it is a setting; the one before still reads
 * what it made [SECRET-03]. Plain JavaScript, without packages.
 */
import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { EnvFileError, readEnvFile } from '../app/.server/env-file.mjs'

const fresh = randomBytes(32).toString('base64url')
/** More are not read: an admin who has not signed in for two rotations gets a new second factor. */
const keptSecrets = 3

if (!process.argv.includes('--rotate')) process.stdout.write(`${fresh}\n`)
else rotate()

function rotate() {
  const settings = { ...fromFile(), ...process.env }
  if (settings.SESSION_SECRET) {
    process.stdout.write(`SESSION_SECRET=${rotated(settings.SESSION_SECRET)}\n`)
    process.stderr.write(
      'Put this line in the place of the present one, and start the shop again.\n',
    )
    return
  }
  const secretFile = join(resolve(settings.DATA_DIR || './data'), 'secret')
  if (!existsSync(secretFile)) {
    process.stderr.write(
      `There is no secret in ${secretFile} yet; the shop makes one at its start.\n`,
    )
    process.exit(1)
  }
  // Written whole and then moved, so that a crash leaves the old ones or the new ones.
  const unfinished = `${secretFile}.${process.pid}`
  writeFileSync(unfinished, rotated(readFileSync(secretFile, 'utf8')), { mode: 0o600 })
  renameSync(unfinished, secretFile)
  process.stderr.write(
    'The secret was replaced. Start the shop again; the one before is still read.\n',
  )
}

function fromFile() {
  try {
    return Object.fromEntries([...readEnvFile()].map(([name, { value }]) => [name, value]))
  } catch (error) {
    if (!(error instanceof EnvFileError)) throw error
    process.stderr.write(`${error.message}.\n`)
    process.exit(1)
  }
}

function rotated(list) {
  const known = list.split(',').map((secret) => secret.trim())
  if (known.some((secret) => secret.length < 32)) {
    process.stderr.write('The present secret has a comma in it, and cannot stand in a list.\n')
    process.exit(1)
  }
  return [fresh, ...known].slice(0, keptSecrets).join(',')
}
