/**
 * `npm run verify -- FILE… [KEYS]`: checks days of gold prices as a shop published them [PROOF-05]. Asks no
 * shop, no database and no network. Plain JavaScript without packages, so that this file alone is
 * enough: `node verify.mjs FILE KEYS`. What is checked is described in docs/price-proof.md.
 */
import { createHash, createPublicKey, verify } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Exit codes. */
const [holds, fails, notChecked] = [0, 1, 2]
const keysName = 'four-nines-keys.json'
const usage = `
  npm run verify -- FILE… [KEYS]

  FILE  a day as it was published: /gold-price/proof/2026-03-11.json
  KEYS  the shop's public keys: /.well-known/${keysName}, one key as PEM, or the key itself in base64.
        Left out, ${keysName} beside the first FILE is read.
`

const sha256 = (text) => createHash('sha256').update(text).digest('hex')

/** JSON with sorted keys and no spaces: what is hashed and signed. */
export function canonicalJson(value) {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  const keys = Object.keys(value).sort()
  return `{${keys.map((key) => `${JSON.stringify(key)}:${canonicalJson(value[key])}`).join(',')}}`
}

/** Throws a sentence where the file is not, byte by byte, as it was signed; answers the day. */
export function checkDay(text, keys) {
  const file = parsed(text)
  const { day, keyId, signature } = file ?? {}
  if (!Array.isArray(day?.links)) throw new Error('it is no day of gold prices')
  if (text !== `${canonicalJson(file)}\n`) throw new Error('it is not written as it was signed')
  const key = keys.find(({ id }) => id === keyId)
  if (!key) throw new Error(`it names the key ${keyId}, which is not among the keys`)
  const bytes = Buffer.from(String(signature), 'base64')
  const fits =
    bytes.toString('base64') === signature &&
    verify(null, Buffer.from(canonicalJson(day)), key.publicKey, bytes)
  if (!fits) throw new Error('its signature does not fit')
  if (key.retiredAt && day.signedAt > key.retiredAt) {
    throw new Error(`it was signed at ${day.signedAt}, after its key was retired`)
  }
  let root = day.previousRoot
  for (const { hash, position, ...record } of day.links) {
    root = sha256(root + sha256(canonicalJson(record)))
    if (hash !== root) throw new Error(`link ${position}, record ${record.record}, does not fit`)
  }
  if (day.root !== root) throw new Error('its root is not the hash of its last link')
  return day
}

/** Throws where a day does not go on from the one before, as far as both are there. */
function checkOrder(days) {
  days.sort((a, b) => (a.date < b.date ? -1 : 1))
  for (const [index, day] of days.entries()) {
    const before = days[index - 1]
    if (!before || Date.parse(before.date) + 86_400_000 !== Date.parse(day.date)) continue
    if (before.root !== day.previousRoot) {
      throw new Error(`${day.date} does not go on from ${before.date}`)
    }
  }
}

/** The keys in a text: the published file, PEM, or base64. Null where it is none of these. */
export function readKeys(text) {
  const published = parsed(text)
  if (published !== null && !Array.isArray(published.keys)) return null
  try {
    const all = published?.keys ?? [{ publicKey: text }]
    return all.map(({ publicKey: given, retiredAt = null }) => {
      const publicKey = given.includes('-----BEGIN')
        ? createPublicKey(given)
        : createPublicKey({ key: Buffer.from(given, 'base64'), format: 'der', type: 'spki' })
      const der = publicKey.export({ format: 'der', type: 'spki' })
      // The name is made of the key: a file cannot give it to another one.
      return {
        id: createHash('sha256').update(der).digest('hex').slice(0, 16),
        publicKey,
        retiredAt,
      }
    })
  } catch {
    return null
  }
}

function parsed(text) {
  try {
    const value = JSON.parse(text)
    return value !== null && typeof value === 'object' ? value : null
  } catch {
    return null
  }
}

function main(args) {
  const say = (line) => process.stdout.write(`${line}\n`)
  if (args.length === 0) {
    say(usage)
    return notChecked
  }
  const given = args.map((arg) => ({ arg, text: existsSync(arg) ? read(arg) : arg }))
  const beside = join(dirname(resolve(args[0])), keysName)
  const keys = given.flatMap(({ text }) => readKeys(text) ?? [])
  if (keys.length === 0 && existsSync(beside)) keys.push(...(readKeys(read(beside)) ?? []))
  const files = given.filter(({ text }) => readKeys(text) === null)
  const missing = files.find(({ arg }) => !existsSync(arg))
  if (missing) {
    say(`Not checked: there is no file ${missing.arg}.`)
    return notChecked
  }
  if (files.length === 0) {
    say(`Not checked: name the file of a day.\n${usage}`)
    return notChecked
  }
  if (keys.length === 0) {
    say(
      `Not checked: a public key is needed. Save the shop's /.well-known/${keysName} and name it.`,
    )
    return notChecked
  }
  const days = []
  let code = holds
  for (const { arg, text } of files) {
    try {
      const day = checkDay(text, keys)
      days.push(day)
      const count = day.links.length === 1 ? '1 link' : `${day.links.length} links`
      const soFar = day.finished ? '' : ' So far: the day was not over.'
      say(`${basename(arg)} holds: ${day.date}, ${count}, root ${day.root || 'none yet'}.${soFar}`)
    } catch (error) {
      code = fails
      say(`${basename(arg)} DOES NOT HOLD: ${error.message}.`)
    }
  }
  try {
    checkOrder(days)
  } catch (error) {
    code = fails
    say(`THE DAYS DO NOT HOLD: ${error.message}.`)
  }
  return code
}

/** One character for each byte that is no UTF-8, which then is not as it was signed. */
function read(path) {
  return readFileSync(path, 'utf8')
}

if (process.argv[1] && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  process.exitCode = main(process.argv.slice(2))
}
