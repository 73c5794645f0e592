import { randomBytes } from 'node:crypto'
import type { AppContext } from '#app/.server/app-context.ts'
import { findOrderLinks } from '#app/.server/platform/db/find-order-schema.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'
import { findOrderMinutes } from '../find-order-link.ts'

/**
 * Keeps that somebody asked for the orders of an address. Whether there are any is looked up by a job
 * (jobs/answer-find-order.ts): here the same is done for every address, in the same time [FIND-01].
 */
export async function requestOrderList(app: AppContext, email: string): Promise<void> {
  const now = app.now()
  await withDatabase(app, ({ orm }) =>
    orm.insert(findOrderLinks).values({
      id: randomBytes(16).toString('base64url'),
      email,
      askedAt: now,
      expiresAt: new Date(now.getTime() + findOrderMinutes * 60_000),
    }),
  )
}
