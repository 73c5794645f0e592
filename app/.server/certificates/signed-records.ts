import { and, asc, count, gt, lte } from 'drizzle-orm'
import type { AppContext } from '../app-context.ts'
import { certificates } from '../platform/db/certificate-schema.ts'
import type { Orm } from '../platform/db/database.ts'
import { goldPriceDays } from '../platform/db/signing-schema.ts'
import { checkFiles, checkFileText } from '../signing/queries/check-files.ts'
import { type PublicKey, publicKeys } from '../signing/queries/public-keys.ts'

export type RecordFile = { name: string; text: string }

const rowsAtOnce = 500
const keysName = 'four-nines-keys.json'

/**
 * Everything the shop signed so far, byte by byte as it was published, with the public keys and what checks
 * it: a folder that is enough when the shop no longer exists [PROOF-10]. What is signed while it is
 * read is left out, so that the counts of the README are those of the folder.
 */
export async function* signedRecords(
  { db: { orm }, now, publicUrl }: Pick<AppContext, 'db' | 'now' | 'publicUrl'>,
  shop: string,
): AsyncGenerator<RecordFile> {
  const until = now()
  const keys = await publicKeys(orm)
  const [days] = await orm
    .select({ count: count() })
    .from(goldPriceDays)
    .where(lte(goldPriceDays.signedAt, until))
  const [pieces] = await orm
    .select({ count: count() })
    .from(certificates)
    .where(lte(certificates.issuedAt, until))
  const counts = { days: days?.count ?? 0, certificates: pieces?.count ?? 0 }
  yield { name: 'README.md', text: readme({ shop, publicUrl, until, keys, ...counts }) }
  yield { name: keysName, text: `${JSON.stringify({ keys }, null, 2)}\n` }
  for (const name of checkFiles) yield { name, text: await checkFileText(name) }
  yield* daysUntil(orm, until)
  yield* certificatesUntil(orm, until)
}

async function* daysUntil(orm: Orm, until: Date): AsyncGenerator<RecordFile> {
  for (let after = '0001-01-01'; ; ) {
    const page = await orm
      .select({ day: goldPriceDays.day, file: goldPriceDays.file })
      .from(goldPriceDays)
      .where(and(gt(goldPriceDays.day, after), lte(goldPriceDays.signedAt, until)))
      .orderBy(asc(goldPriceDays.day))
      .limit(rowsAtOnce)
    for (const { day, file } of page) yield { name: `gold-price/${day}.json`, text: file }
    const last = page.at(-1)
    if (!last) return
    after = last.day
  }
}

async function* certificatesUntil(orm: Orm, until: Date): AsyncGenerator<RecordFile> {
  for (let after = ''; ; ) {
    const page = await orm
      .select({ id: certificates.id, serial: certificates.serial, file: certificates.file })
      .from(certificates)
      .where(and(gt(certificates.id, after), lte(certificates.issuedAt, until)))
      .orderBy(asc(certificates.id))
      .limit(rowsAtOnce)
    for (const { id, serial, file } of page) {
      yield { name: `certificates/${serial}-${id}.json`, text: file }
    }
    const last = page.at(-1)
    if (!last) return
    after = last.id
  }
}

type EntryText = {
  shop: string
  publicUrl: string
  until: Date
  keys: PublicKey[]
  days: number
  certificates: number
}

function readme({ shop, publicUrl, until, keys, days, certificates: pieces }: EntryText): string {
  const lifeOf = ({ madeAt, retiredAt }: PublicKey) =>
    `made ${madeAt}, ${retiredAt === null ? 'in use' : `retired ${retiredAt}`}`
  return `# Signed records of ${shop}

Written ${until.toISOString()} by ${publicUrl}. Keep it outside of the shop: it is enough to check
every certificate and every day of gold prices in it, without network and without the shop.

| Folder or file | What |
|---|---|
| \`certificates/\` | each certificate, named by its serial number and its address: ${pieces} in all |
| \`gold-price/\` | each day (UTC) of accepted gold prices, going on from the one before: ${days} in all |
| \`${keysName}\` | the public keys below, for the program that checks |
| \`verify.mjs\` | that program; it needs Node and nothing else |
| \`certificates.md\`, \`price-proof.md\` | what is in the files, and how openssl alone checks them |

Today's gold prices are signed when the day is over. Whether a certificate was revoked, or its piece
reported lost, only its page says.

## Public keys (Ed25519)

${keys.map((key) => `- \`${key.id}\`: \`${key.publicKey}\` (${lifeOf(key)})`).join('\n') || 'None was made yet.'}

Compare them with a certificate that a buyer holds: its key is printed on it.

## Check

    node verify.mjs gold-price/*.json ${keysName}
    node verify.mjs certificates/*.json ${keysName}
`
}
