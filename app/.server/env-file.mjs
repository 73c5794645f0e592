/**
 * The one reader of `.env`: for the shop, its commands and `npm run secret`. Plain JavaScript without
 * packages, for the Node that a machine happens to have.
 *
 * `NAME=value`, one a line, `export` before it or not. Values are plain, in 'single' or `back` quotes
 * (taken literally), or in "double" ones with \n, \r, \t, \", \\ and \$. A `#` after a space begins a
 * comment; one right after other text is part of the value. What is not understood is an error with the
 * number of its line, and never the text of it, which may be a secret.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

export class EnvFileError extends Error {}

/** What `.env` in a folder sets; nothing where there is none. Throws EnvFileError. */
export function readEnvFile(folder = '.') {
  const file = resolve(folder, '.env')
  if (!existsSync(file)) {
    // Editors of Windows add an ending that its folders do not show.
    if (!existsSync(join(folder, '.env.txt'))) return new Map()
    throw new EnvFileError('The settings are in .env.txt, which is not read; rename it to .env')
  }
  let bytes
  try {
    bytes = readFileSync(file)
  } catch (error) {
    throw new EnvFileError(`.env cannot be read by this user (${error.code})`, { cause: error })
  }
  return parseEnvFile(bytes)
}

const assignment = /^\s*(?:export\s+)?([A-Za-z_][\w.-]*)[^\S\n]*=[^\S\n]*/
const escapes = { n: '\n', r: '\r', t: '\t' }

/** By name, the value and the number of its line. Throws EnvFileError. */
export function parseEnvFile(bytes) {
  const found = new Map()
  const lines = decoded(bytes).split(/\r\n|\n|\r/)
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at]
    if (/^\s*(#|$)/.test(line)) continue
    const number = at + 1
    const [start, name] =
      assignment.exec(line) ?? refuse(number, 'is not understood; write NAME=value')
    let rest = line.slice(start.length)
    let value
    const quote = /^["'`]/.exec(rest)?.[0]
    if (quote) {
      // A quoted value may go on over several lines.
      let end = closing(rest, quote)
      while (end < 0 && at + 1 < lines.length) {
        at += 1
        rest += `\n${lines[at]}`
        end = closing(rest, quote)
      }
      if (end < 0)
        refuse(number, `does not close the ${quote} that the value of ${name} begins with`)
      if (!/^\s*(#.*)?$/.test(rest.slice(end + 1))) {
        refuse(number, `has more behind the quotes of ${name}; put all of the value into one pair`)
      }
      value = rest.slice(1, end)
      if (quote === '"') value = value.replace(/\\([nrt"\\$])/g, (_, c) => escapes[c] ?? c)
    } else {
      value = rest.replace(/^#(\s.*)?$|\s+#.*$/s, '').trim()
      if (/^[“”„‘’«]/.test(value)) {
        refuse(number, `has typographic quotes around the value of ${name}; write straight ones`)
      }
    }
    const before = found.get(name)
    if (before && before.value !== value) {
      refuse(number, `sets ${name} to something else than line ${before.line}; remove one of them`)
    }
    found.set(name, before ?? { value, line: number })
  }
  return found
}

function refuse(line, what) {
  throw new EnvFileError(`Line ${line} of .env ${what}`)
}

/** Where the closing quote is, or -1. */
function closing(text, quote) {
  for (let at = 1; at < text.length; at += 1) {
    if (quote === '"' && text[at] === '\\') at += 1
    else if (text[at] === quote) return at
  }
  return -1
}

/** UTF-8, and UTF-16 as Windows writes it, with the mark at the beginning or without. */
function decoded(bytes) {
  const zeros = [0, 1].map((odd) =>
    bytes.subarray(0, 64).filter((byte, i) => i % 2 === odd && !byte),
  )
  const [even, odd] = zeros.map(({ length }) => length)
  const isLittle = bytes[0] === 0xff && bytes[1] === 0xfe
  const isBig = bytes[0] === 0xfe && bytes[1] === 0xff
  const encoding = isLittle || odd > even ? 'utf-16le' : isBig || even > odd ? 'utf-16be' : 'utf-8'
  let text
  try {
    // Without the mark at the beginning, which the decoder leaves out.
    text = new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    // Said below.
  }
  if (text === undefined || text.includes('\0')) {
    throw new EnvFileError('.env is no text in UTF-8 or UTF-16; save it as UTF-8')
  }
  return text
}
