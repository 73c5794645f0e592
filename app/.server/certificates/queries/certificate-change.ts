import { eq } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { certificateEvents, certificates } from '#app/.server/platform/db/certificate-schema.ts'
import { movedText } from '#app/domain/certificates/state.ts'
import { formatDateTime } from '#app/domain/time/date-time.ts'
import { brand } from '#brand'

/** What an email says of an event of a certificate, by the event's id; null where there is none. */
export async function certificateChange(
  { db, publicUrl }: Pick<AppContext, 'db' | 'publicUrl'>,
  eventId: string,
): Promise<{ sentence: string; href: string } | null> {
  const [found] = await db.orm
    .select({
      at: certificateEvents.at,
      event: certificateEvents.event,
      id: certificates.id,
      serial: certificates.serial,
    })
    .from(certificateEvents)
    .innerJoin(certificates, eq(certificates.id, certificateEvents.certificateId))
    .where(eq(certificateEvents.id, Number(eventId)))
  if (!found) return null
  const at = formatDateTime(found.at, brand.timeZone)
  return {
    sentence: `On ${at}, the certificate of your piece ${found.serial} was ${movedText[found.event]}.`,
    href: new URL(`/certificate/${found.id}`, publicUrl).href,
  }
}
