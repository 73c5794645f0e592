/**
 * `npm run verify -- FILE… [KEYS]`: checks days of gold prices and certificates as a shop published them
 * [PROOF-05, CERT-01]. Asks no shop, no database and no network. Plain JavaScript without packages, so that
 * this file alone is enough: `node verify.mjs FILE KEYS`. What is checked is described in
 * docs/price-proof.md and docs/certificates.md.
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

  FILE  a day as it was published, /gold-price/proof/2026-03-11.json, or a certificate,
        /certificate/….json, also one taken out of its PDF
  KEYS  the shop's public keys: /.well-known/${keysName}, one key as PEM, or the key itself in base64.
        Left out, ${keysName} beside the first FILE is read. A certificate has its key in it.
`

const sha256 = (text) => createHash('sha256').update(text).digest('hex')

/** JSON with sorted keys and no spaces: what is hashed and signed. */
export function canonicalJson(value) {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  const keys = Object.keys(value).sort()
  return `{${keys.map((key) => `${JSON.stringify(key)}:${canonicalJson(value[key])}`).join(',')}}`
}

/** Throws a sentence where the file is not, byte by byte, as it was signed. */
function checkSigned(text, file, { content, at }, keys) {
  const { keyId, signature } = file
  if (text !== `${canonicalJson(file)}\n`) throw new Error('it is not written as it was signed')
  const key = keys.find(({ id }) => id === keyId)
  if (!key) throw new Error(`it names the key ${keyId}, which is not among the keys`)
  const bytes = Buffer.from(String(signature), 'base64')
  const fits =
    bytes.toString('base64') === signature &&
    verify(null, Buffer.from(canonicalJson(content)), key.publicKey, bytes)
  if (!fits) throw new Error('its signature does not fit')
  if (key.retiredAt && at > key.retiredAt) {
    throw new Error(`it was signed at ${at}, after its key was retired`)
  }
  return key
}

/**
 * Throws a sentence where the certificate is not as it was signed; answers it. Without keys it is checked by the
 * one in it: then whose key that is, is for the reader to compare.
 */
export function checkCertificate(text, keys) {
  const file = parsed(text)
  const certificate = file?.certificate
  if (certificate?.format !== 'certificate/1') throw new Error('it is no certificate')
  const own = readKeys(String(certificate.publicKey)) ?? []
  const content = { content: certificate, at: certificate.issuedAt }
  const key = checkSigned(text, file, content, keys.length > 0 ? keys : own)
  if (own[0]?.id !== key.id) throw new Error('the key that stands in it is not the one that signed')
  return certificate
}

/** Throws a sentence where the day is not as it was signed; answers it. */
export function checkDay(text, keys) {
  const file = parsed(text)
  const day = file?.day
  if (!Array.isArray(day?.links)) throw new Error('it is no day of gold prices')
  checkSigned(text, file, { content: day, at: day.signedAt }, keys)
  let root = day.previousRoot
  for (const { hash, position, ...record } of day.links) {
    root = sha256(root + sha256(canonicalJson(record)))
    if (hash !== root) {
      throw new Error(`record ${record.record}, at position ${position}, does not fit`)
    }
  }
  if (day.root !== root) throw new Error('its root is not the hash of its last record')
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
    say(`Not checked: name the file of a day or a certificate.\n${usage}`)
    return notChecked
  }
  const isCertificate = ({ text }) => parsed(text)?.certificate !== undefined
  if (keys.length === 0 && !files.every(isCertificate)) {
    say(
      `Not checked: a public key is needed. Save the shop's /.well-known/${keysName} and name it.`,
    )
    return notChecked
  }
  const days = []
  let code = holds
  for (const { arg, text } of files) {
    try {
      if (isCertificate({ text })) {
        say(`${basename(arg)} holds: ${saidOf(checkCertificate(text, keys), keys.length > 0)}`)
        continue
      }
      const day = checkDay(text, keys)
      days.push(day)
      const count = day.links.length === 1 ? '1 record' : `${day.links.length} records`
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

function saidOf({ serial, grams, fineness, product, maker, publicKey }, isPublished) {
  const what = `serial number ${serial}, ${product.name}, ${grams} g, ${fineness}, by ${maker.name}.`
  if (isPublished) return what
  const [{ id }] = readKeys(publicKey)
  return `${what}\n  Checked by the key that stands in it, ${id}. That it is the shop's, compare with ${keysName}, or with another certificate of the shop.`
}

/** One character for each byte that is no UTF-8, which then is not as it was signed. */
function read(path) {
  return readFileSync(path, 'utf8')
}

if (process.argv[1] && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  process.exitCode = main(process.argv.slice(2))
}
