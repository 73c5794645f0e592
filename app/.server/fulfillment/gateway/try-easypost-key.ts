import { z } from 'zod'
import type { Config } from '#app/.server/config.ts'
import { NotAccepted, NotReached } from '#app/.server/platform/errors.ts'
import { callEasyPost, EasyPostRefusal } from './easypost-call.ts'
import { LabelsUnavailable } from './label-gateway.ts'

const field = 'EASYPOST_API_KEY'

const shipments = z.object({ shipments: z.array(z.object({ mode: z.string() })) })

/** Reads the latest shipment of the account, of which there may be none [KEYTRY-01]. */
export async function tryEasyPostKey(
  { live, ...account }: NonNullable<Config['labels']>,
  { signal, timeLimitMs }: { signal: AbortSignal; timeLimitMs: number },
): Promise<void> {
  const caller = { ...account, signal, timeLimitMs }
  try {
    const found = await callEasyPost(caller, shipments, {
      method: 'GET',
      path: '/shipments?page_size=1',
    })
    const [latest] = found.shipments
    if (latest && (latest.mode === 'production') !== live) {
      throw new NotAccepted(field, `EasyPost says this is a ${latest.mode} mode key.`)
    }
  } catch (error) {
    if (error instanceof EasyPostRefusal) {
      throw new NotAccepted(field, `EasyPost doesn’t accept this key: ${error.message}`)
    }
    if (error instanceof LabelsUnavailable) {
      throw new NotReached(field, 'EasyPost couldn’t be reached, so this key wasn’t tested.')
    }
    throw error
  }
}
