import type { AppContext } from '#app/.server/app-context.ts'
import { changeOrder } from '#app/.server/orders/change-order.ts'
import type { VersionedOrder } from '#app/.server/orders/order-checks.ts'
import { AppError } from '#app/.server/platform/errors.ts'
import { holdsOfOrder, markReleased } from '#app/.server/risk/holds.ts'
import { checksOf } from '#app/domain/risk/hold.ts'

type Release = VersionedOrder & { hold: number; reason: string; checks: readonly string[] }

/**
 * A person says why nothing speaks against sending an order any longer, and ticks what they
 * checked; name, reason and checks stay with the hold [HOLD-02, HOLD-03].
 */
export function releaseShippingHold(
  app: AppContext,
  { hold: holdId, reason, checks, ...request }: Release,
): Promise<void> {
  return changeOrder(app, request, async ({ tx, order, at, by, assertUnchanged, save }) => {
    const hold = (await holdsOfOrder(tx, order.id)).find((each) => each.id === holdId)
    if (!hold || hold.releasedAt !== null) {
      const who = hold?.releasedBy ? ` by ${hold.releasedBy}` : ''
      const message = `This is no longer on hold; it was released${who}. Nothing was changed.`
      throw new AppError('hold_released', 409, hold ? message : 'This hold doesn’t exist.')
    }
    await assertUnchanged()
    const needed = checksOf(hold.kind)
    const missing = needed.filter(({ name }) => !checks.includes(name))
    if (missing.length > 0) {
      const labels = missing.map(({ label }) => `“${label}”`).join(', ')
      throw new AppError(
        'checks_missing',
        422,
        `Please do this first and check its box: ${labels}. Nothing was changed.`,
      )
    }
    const ticked = needed.map(({ name }) => name)
    await markReleased(tx, hold.id, { at, by, reason, checks: ticked })
    const checked = needed.length > 0 ? ` Checked: ${labelsOf(needed)}.` : ''
    await save({
      why: `${order.state === 'paid' ? 'Released' : 'Reviewed'} (${hold.kind}): ${reason}${checked}`,
      audit: { action: 'order.hold_released', facts: { kind: hold.kind, reason, checks: ticked } },
    })
  })
}

const labelsOf = (checks: readonly { label: string }[]) =>
  checks.map(({ label }) => label).join('; ')
