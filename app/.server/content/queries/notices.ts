import type { AppContext } from '#app/.server/app-context.ts'
import { isShown, nextChange } from '#app/domain/content/announcement.ts'
import { announcementOf } from '../announcement.ts'
import { currentTexts } from '../current-texts.ts'
import { type Notice, noticesHtml } from '../notices-html.ts'

/** What is shown above every page, and whose page it is [BRANDING-03]. */
export async function pageNotices(
  app: AppContext,
  { testPayments, notSelling }: { testPayments: boolean; notSelling: string | null },
) {
  const texts = await currentTexts(app)
  const announcement = announcementOf(texts)
  const now = app.now()
  const { text, link, linkLabel } = announcement
  const notices: Notice[] = [
    ...(testPayments
      ? [
          {
            kind: 'test',
            text: 'This is a test shop. Nothing is for sale, and cards won’t be charged.',
          } as const,
        ]
      : []),
    ...(notSelling ? [{ kind: 'stop', text: notSelling } as const] : []),
    ...(isShown(announcement, now)
      ? [{ kind: 'announcement', text, to: link, label: linkLabel } as const]
      : []),
  ]
  return { notices: noticesHtml(notices), until: nextChange(announcement, now), brand: texts.brand }
}
