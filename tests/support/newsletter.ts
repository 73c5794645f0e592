import type { AppContext } from '#app/.server/app-context.ts'
import type { Email } from '#app/.server/emails/gateway/email-gateway.ts'
import { requestNewsletter } from '#app/.server/newsletter/commands/request-newsletter.ts'
import { offeredNewsletter } from '#app/.server/newsletter/queries/sign-up.ts'
import { newsletterSubscribers } from '#app/.server/platform/db/newsletter-schema.ts'
import { saveSetting } from '#app/.server/settings/commands/save-setting.ts'
import { newsletterSetting } from '#app/.server/settings/newsletter.ts'

export async function setNewsletter(
  app: AppContext,
  given: { enabled?: boolean; sentence?: string },
): Promise<void> {
  await saveSetting(app, newsletterSetting, given, 'ann@example.com')
  app.revisions.raise('settings')
}

export const subscribers = (app: AppContext) => app.db.orm.select().from(newsletterSubscribers)

/** The tokens of an email's links: to confirm, and to leave. */
export function newsletterTokens({ text }: Pick<Email, 'text'>) {
  const confirm = /\/newsletter\/(?!leave)([\w-]+)/.exec(text)?.[1] ?? ''
  const leave = /\/newsletter\/leave\/([\w-]+)/.exec(text)?.[1] ?? ''
  return { confirm, leave }
}

/** Fills in the form; returns the tokens of the email that comes. */
export async function requestSignUp(
  { shop, sent }: { shop: AppContext; sent: readonly Email[] },
  email = 'ada@example.com',
) {
  const offer = await offeredNewsletter(shop)
  if (!offer) throw new Error('no newsletter is offered')
  await requestNewsletter(shop, offer, { email, consent: offer.sentence, source: '/contact' })
  const last = sent.at(-1)
  if (!last) throw new Error('no email came')
  return newsletterTokens(last)
}
