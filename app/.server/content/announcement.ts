import type { Announcement } from '#app/domain/content/announcement.ts'
import type { ShopTexts } from '#app/domain/content/shop-texts.ts'
import { instantOf } from '#app/domain/time/local-time.ts'
import { brand } from '#brand'

export function announcementOf({ published }: ShopTexts): Announcement {
  const {
    text = '',
    link = '',
    linkLabel = '',
    from,
    until,
  } = published.get('announcement')?.fields ?? {}
  return { text, link, linkLabel, from: instant(from), until: instant(until) }
}

/** What was typed is on the shop's clock. */
const instant = (local: string | undefined) => (local ? instantOf(local, brand.timeZone) : null)

/** `2026-03-11T16:00` as `2026-03-11T16:00:00`. */
export const fullTime = (local: string) => (local.length === 16 ? `${local}:00` : local)
