import { z } from 'zod'
import type { Right } from '#app/domain/access/rights.ts'
import { isDay } from '#app/domain/fulfillment/ship-by-calendar.ts'
import { maxPieces } from '#app/domain/inventory/stock.ts'
import {
  correctAction,
  deliveredAction,
  fulfillAction,
  handOverAction,
} from '../fulfillment/parcel.ts'
import { line } from '../platform/text.ts'
import { correctBuyerAction } from './buyer.ts'

export const maxReasonLength = 500
export const maxDelayReason = 300

export const reason = line.pipe(
  z
    .string()
    .min(1, 'Please write why; it stays in the history.')
    .max(maxReasonLength, `Please write why in at most ${maxReasonLength} characters.`),
)

/** Of the order as the screen showed it: what somebody else changed in the meantime is refused. */
const revision = z.coerce.number().int()

/** Of a piece that is for sale again, and how many. */
const product = z.string().min(1).max(64)
/** Its key, where its pieces are counted by size. */
const size = z.string().max(60).default('')
const wrongCount = `Please enter a whole number of pieces, from 1 to ${maxPieces}.`
const pieceCount = z.coerce
  .number(wrongCount)
  .int(wrongCount)
  .min(1, wrongCount)
  .max(maxPieces, wrongCount)

const ticked = z
  .literal('yes')
  .optional()
  .transform((value) => value === 'yes')

/** Steps that staff set manually; an order is sent by its parcel. */
const staffSteps = ['paid', 'making', 'ready', 'sent', 'delivered'] as const
export type StaffStep = (typeof staffSteps)[number]

/** What is answered. */
export const movedTo: Record<StaffStep, string> = {
  paid: 'The order is not begun.',
  making: 'The order is in the making.',
  ready: 'The order is ready to be sent.',
  sent: 'The order is on its way.',
  delivered: 'The order is delivered.',
}

/** One tap in the list of orders [DESK-05]. */
export const listedMove = z.object({ order: z.string(), revision, to: z.enum(staffSteps) })

/** A new day for a delayed order; the reason is read by the buyer. */
const delayAction = z.object({
  action: z.literal('delay'),
  revision,
  shipBy: line.pipe(z.string().refine(isDay, 'Please choose the new day to send it by.')),
  reason: line.pipe(
    z
      .string()
      .min(1, 'Please write why, in a sentence for the buyer.')
      .max(maxDelayReason, `Please write why in at most ${maxDelayReason} characters.`),
  ),
})

/** What staff can do with an order. */
export const orderAction = z.discriminatedUnion('action', [
  fulfillAction,
  handOverAction,
  correctAction,
  correctBuyerAction,
  deliveredAction,
  z.object({
    action: z.literal('correct-engraving'),
    revision,
    line: z.coerce.number().int().min(0).max(9999),
    engraving: z.string().max(200),
  }),
  z.object({ action: z.literal('move'), revision, to: z.enum(staffSteps) }),
  z.object({ action: z.literal('honor'), revision, reason }),
  z
    .object({
      action: z.literal('release'),
      revision,
      hold: z.coerce.number().int(),
      reason,
      called: ticked,
      address: ticked,
      names: ticked,
    })
    .transform(({ called, address, names, ...release }) => ({
      ...release,
      checks: Object.entries({ called, address, names }).flatMap(([name, on]) =>
        on ? [name] : [],
      ),
    })),
  delayAction,
  z.object({ action: z.literal('agree'), revision, reason }),
  z.object({ action: z.literal('cancel'), revision, reason }),
  z.object({ action: z.literal('accept'), revision, reason }),
  z.object({ action: z.literal('close'), revision, reason }),
  z.object({ action: z.literal('put-back'), revision, product, size, count: pieceCount }),
  z.object({ action: z.literal('keep-out'), revision, product, size }),
])

export type OrderAction = z.output<typeof orderAction>

/** What each asks for: the workshop makes and sends, and decides on no money. */
export const orderActionRights = {
  move: 'orders.make',
  fulfill: 'orders.send',
  'hand-over': 'orders.send',
  correct: 'orders.send',
  'correct-buyer': 'orders.decide',
  'correct-engraving': 'orders.decide',
  delivered: 'orders.make',
  delay: 'orders.decide',
  agree: 'orders.decide',
  honor: 'orders.decide',
  release: 'orders.decide',
  cancel: 'orders.decide',
  accept: 'orders.decide',
  close: 'orders.decide',
  'put-back': 'orders.decide',
  'keep-out': 'orders.decide',
} as const satisfies Record<OrderAction['action'], Right>
