import type { EnvFile } from './env-file.mjs'

/** Of the proxy, the database and Node: they may be in the same file (deploy/compose.yaml). */
const ofOthers = [
  'NODE_ENV',
  'NODE_OPTIONS',
  'POSTGRES_PASSWORD',
  'SHOP_NAME',
  'SHOP_ADDRESS',
  'TZ',
]

/** Shorter names are too much like others. */
const shortest = 8
/** From this length on two slips count as the same name. */
const long = 12

/**
 * Names that are no settings of the shop. One that is nearly one of ours is a slip, and a problem; else
 * a line of `.env` deserves a warning, and the rest of the environment belongs to other programs.
 */
export function unknownNames(
  given: ReadonlySet<string>,
  known: readonly string[],
  file: EnvFile,
): { problem: string | null; warnings: string[] } {
  const warnings: string[] = []
  for (const name of given) {
    if (known.includes(name) || ofOthers.includes(name)) continue
    const line = file.get(name)?.line
    // Amazon has many settings that are like each other.
    const near =
      line === undefined && name.startsWith('AWS_')
        ? undefined
        : known.find((each) => !given.has(each) && isSlip(name, each))
    if (near) {
      const where =
        line === undefined ? `The environment sets ${name}` : `Line ${line} of .env sets ${name}`
      return { problem: `${where}, which is no setting. Did you mean ${near}?`, warnings }
    }
    if (line !== undefined) {
      warnings.push(`Line ${line} of .env sets ${name}, which is no setting of the shop.`)
    }
  }
  return { problem: null, warnings }
}

function isSlip(name: string, known: string): boolean {
  if (known.length < shortest) return false
  const written = name.toUpperCase().replace(/[.-]/g, '_')
  const most = known.length < long ? 1 : 2
  // The lengths alone rule out most names; a start compares thousands of pairs.
  return Math.abs(written.length - known.length) <= most && slips(written, known) <= most
}

/** Letters that are wrong, missing, too many or in each other's place (optimal string alignment). */
function slips(one: string, other: string): number {
  const rows = [Array.from({ length: other.length + 1 }, (_, at) => at)]
  const cell = (row: number, column: number) => rows[row]?.[column] ?? Number.POSITIVE_INFINITY
  for (let i = 1; i <= one.length; i += 1) {
    const row = [i]
    rows.push(row)
    for (let j = 1; j <= other.length; j += 1) {
      const isSame = one[i - 1] === other[j - 1]
      const isTurned = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]
      row[j] = Math.min(
        cell(i - 1, j) + 1,
        cell(i, j - 1) + 1,
        cell(i - 1, j - 1) + (isSame ? 0 : 1),
        isTurned ? cell(i - 2, j - 2) + 1 : Number.POSITIVE_INFINITY,
      )
    }
  }
  return cell(one.length, other.length)
}
