import { eq, type SQL } from 'drizzle-orm'
import type { AppContext } from '../app-context.ts'
import { changeOrder, changeOrderAs } from '../orders/change-order.ts'
import type { Orm } from '../platform/db/database.ts'
import { labels } from '../platform/db/label-schema.ts'

export type LabelRow = typeof labels.$inferSelect

/** What becomes of a label once it was asked for; `settled`: whether its cost was refunded. */
export type LabelStep = 'bought' | 'voided' | 'given up' | 'settled'

/** Staff, or the gateway itself. */
export type LabelChanger = { staff: string } | { provider: string }

export type LockedLabels = {
  tx: Orm
  at: Date
  /** Writes what became of a label into the history and the audit log of what it is for. */
  note: (step: LabelStep, label: LabelRow, why: string, remark?: string) => Promise<void>
}

/** What labels are bought for: the packages of an order, or the one in which a piece is sent to us. */
export type LabelSubject = {
  about: { orderId: string } | { tradeInId: string }
  /** In one transaction, under its lock. */
  change<R>(
    app: AppContext,
    changer: LabelChanger,
    work: (locked: LockedLabels) => Promise<R>,
  ): Promise<R>
}

export const isFor = ({ about }: LabelSubject): SQL =>
  'orderId' in about ? eq(labels.orderId, about.orderId) : eq(labels.tradeInId, about.tradeInId)

/** As history and log call the gateway. */
export const gatewayActor = ({ provider }: { provider: string }) => `labels (${provider})`

export const labelsForOrder = (id: string): LabelSubject => ({
  about: { orderId: id },
  change(app, changer, work) {
    if (!('staff' in changer)) {
      const as = { id, actor: 'system', by: gatewayActor(changer) } as const
      return changeOrderAs(app, as, ({ tx, at, save }) =>
        work({ tx, at, note: async (_step, _label, why) => void (await save({ why })) }),
      )
    }
    return changeOrder(app, { id, by: changer.staff }, ({ tx, at, save, audit }) =>
      work({
        tx,
        at,
        async note(step, { service: named, tracking: number, costCents }, why, remark) {
          const service = named ?? ''
          if (step === 'given up') {
            return audit({ action: 'order.label_given_up', facts: { service } })
          }
          const facts = { service, tracking: number ?? '' }
          const bought = { ...facts, costCents: costCents ?? 0, ...(remark && { note: remark }) }
          await save({
            why,
            audit:
              step === 'bought'
                ? { action: 'order.label_bought', facts: bought }
                : { action: 'order.label_voided', facts },
          })
        },
      }),
    )
  },
})

/** Of a label that was bought for an order. */
export function orderOfLabel({ id, orderId }: LabelRow): LabelSubject {
  if (orderId === null) throw new RangeError(`Label ${id} is for no order`)
  return labelsForOrder(orderId)
}
