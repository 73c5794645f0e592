import { asc, gt, sql } from 'drizzle-orm'
import { certificates } from '#app/.server/platform/db/certificate-schema.ts'
import { type Orm, rows } from '#app/.server/platform/db/database.ts'
import { canonicalJson, type Json } from '#app/.server/signing/canonical-json.ts'
import { publicKeys } from '#app/.server/signing/queries/public-keys.ts'
import { isSignedBy, keyRemedy } from '#app/.server/signing/signing-key.ts'
import type { CertificateFile } from '#app/domain/certificates/certificate.ts'

const atOnce = 200
const named = 5
const dayMs = 86_400_000

/** A sentence for each certificate that is not as it was signed, and for pieces sent without one [CERT-07]. */
export async function certificateFindings(orm: Orm, now: Date): Promise<string[]> {
  const keys = new Map((await publicKeys(orm)).map((key) => [key.id, key.publicKey]))
  const findings: string[] = []
  for (let last = ''; ; ) {
    const page = await orm
      .select()
      .from(certificates)
      .where(gt(certificates.id, last))
      .orderBy(asc(certificates.id))
      .limit(atOnce)
    for (const row of page) {
      if (!isAsSigned(row, keys)) {
        findings.push(
          `The certificate for serial number ${row.serial} doesn’t match what was signed.`,
        )
      }
    }
    last = page.at(-1)?.id ?? last
    if (page.length < atOnce) break
  }
  return [...findings.slice(0, named), ...(await missing(orm, now))]
}

function isAsSigned(row: typeof certificates.$inferSelect, keys: ReadonlyMap<string, string>) {
  const key = keys.get(row.keyId)
  try {
    const file = JSON.parse(row.file) as CertificateFile
    const { certificate, keyId, signature } = file
    return (
      key !== undefined &&
      row.file === `${canonicalJson(file as unknown as Json)}\n` &&
      keyId === row.keyId &&
      certificate.id === row.id &&
      certificate.serial === row.serial &&
      isSignedBy(key, certificate as unknown as Json, signature)
    )
  } catch {
    return false
  }
}

async function missing(orm: Orm, now: Date): Promise<string[]> {
  const [found] = await rows<{ pieces: number }>(
    orm,
    sql`select count(*) as pieces from weighed_items weighed
      join parcels on parcels.id = weighed.parcel_id
      where parcels.sent_at < ${new Date(now.getTime() - dayMs).toISOString()}::timestamptz
        and not exists (select from certificates where certificates.order_id = weighed.order_id
          and certificates.line = weighed.line and certificates.item = weighed.item)`,
  )
  const pieces = found?.pieces ?? 0
  if (pieces === 0) return []
  const which = pieces === 1 ? 'A piece was' : `${pieces} pieces were`
  return [
    `${which} shipped without a certificate because the signing key can’t be read. ${keyRemedy}`,
  ]
}
