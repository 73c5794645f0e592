import { z } from 'zod'
import { raiseDailyAlert, resolveAlerts } from '#app/.server/alerts/raise-alert.ts'
import type { AppContext } from '#app/.server/app-context.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'
import { dayAt } from '#app/domain/time/day.ts'
import { brand } from '#brand'

const kind = 'webhook-refused'

/** Anyone can send what is not signed: this process asks Stripe no more often. */
const pauseMs = 60_000

const event = z.object({ id: z.string().regex(/^evt_\w{1,100}$/) })

/**
 * Alerts owners when Stripe sends an event whose signature does not match: the saved signing secret belongs to
 * another webhook. Anyone can send a forged event, so Stripe is asked first whether it has one with this id.
 */
export async function alertRefusedWebhook(app: AppContext, body: Uint8Array): Promise<void> {
  const { payments, cache } = app
  const at = app.now()
  const id = eventIdIn(body)
  const last = cache.askedOfRefusedWebhook ?? null
  if (!payments || id === null || (last && at.getTime() - last.getTime() < pauseMs)) return
  cache.askedOfRefusedWebhook = at
  try {
    if (!(await payments.hasEvent(id))) return
    app.log.error({ event: id }, 'the signature of a payment event does not fit the signing secret')
    const day = dayAt(at, brand.timeZone)
    await withDatabase(app, ({ orm }) =>
      orm.transaction((tx) => raiseDailyAlert(tx, { kind, at, day, facts: {} })),
    )
  } catch (error) {
    app.log.warn({ err: error }, 'whether a refused event is one of Stripe is not known')
  }
}

/** An event with a matching signature came. */
export async function endRefusedWebhook(app: AppContext): Promise<void> {
  await withDatabase(app, ({ orm }) => resolveAlerts(orm, { kind, at: app.now() }))
}

function eventIdIn(body: Uint8Array): string | null {
  try {
    return event.safeParse(JSON.parse(new TextDecoder().decode(body))).data?.id ?? null
  } catch {
    return null
  }
}
