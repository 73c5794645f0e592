import { z } from 'zod'
import { maxPieces } from '#app/domain/inventory/stock.ts'
import { cents } from '#app/domain/money/cents.ts'
import { isDay } from '#app/domain/time/day.ts'
import {
  correctTrackingForm,
  deliveredForm,
  fulfillForm,
  handOverForm,
  handOverPickupForm,
} from '../fulfillment/parcel.ts'
import { checkbox } from '../platform/form-data.ts'
import { filledLine, line, lineUpTo } from '../platform/text.ts'
import { correctBuyerForm, correctContactForm } from './buyer.ts'

export const maxReasonLength = 500
export const maxDelayReason = 300

export const longReason = `Please give the reason in no more than ${maxReasonLength} characters.`
export const reason = filledLine(
  'Please give a reason. It’s saved in the history.',
  maxReasonLength,
  longReason,
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

/** Steps that staff set manually; an order is sent by its parcel. */
const staffSteps = ['paid', 'making', 'ready', 'sent', 'delivered'] as const
export type StaffStep = (typeof staffSteps)[number]

export const maxNoteLength = 500

const noteUpTo = (max: number) => lineUpTo(max).default('')

/** A sentence that the buyer reads; may be empty. */
export const noteForBuyer = noteUpTo(maxNoteLength)

/** Other sentences follow it: there is room for a period that is missing [REFUND-22]. */
export const maxDeclineNote = maxNoteLength - 1
const declineNote = noteUpTo(maxDeclineNote)

/** What is answered. */
export const movedTo: Record<StaffStep, string> = {
  paid: 'The order hasn’t been started.',
  making: 'The order is in production.',
  ready: 'The order is ready to ship.',
  sent: 'The order is on its way.',
  delivered: 'The order is delivered.',
}

/** One tap in the list of orders [DESK-05]. */
export const listedMove = z.object({ order: z.string(), revision, to: z.enum(staffSteps) })

/** A new day for a delayed order; the reason is read by the buyer. */
const delayForm = z.object({
  revision,
  shipBy: line.pipe(z.string().refine(isDay, 'Please choose the new ship-by date.')),
  reason: filledLine(
    'Please give the buyer a reason in one sentence.',
    maxDelayReason,
    `Please give the reason in no more than ${maxDelayReason} characters.`,
  ),
})

/** What staff can do with an order. */
export const orderForms = {
  fulfill: fulfillForm,
  'hand-over': handOverForm,
  'ready-for-pickup': handOverForm,
  'hand-over-pickup': handOverPickupForm,
  'hand-over-without-code': z.object({ revision, reason }),
  correct: correctTrackingForm,
  'correct-buyer': correctBuyerForm,
  'correct-contact': correctContactForm,
  delivered: deliveredForm,
  'correct-engraving': z.object({
    revision,
    line: z.coerce.number().int().min(0).max(9999),
    engraving: z.string().max(200),
  }),
  move: z.object({ revision, to: z.enum(staffSteps) }),
  honor: z.object({ revision, reason }),
  release: z
    .object({
      revision,
      hold: z.coerce.number().int(),
      reason,
      called: checkbox,
      address: checkbox,
      names: checkbox,
    })
    .transform(({ called, address, names, ...release }) => ({
      ...release,
      checks: Object.entries({ called, address, names }).flatMap(([name, on]) =>
        on ? [name] : [],
      ),
    })),
  'close-reversed': z.object({ revision, reason }),
  delay: delayForm,
  agree: z.object({ revision, reason }),
  cancel: z.object({ revision, reason }),
  accept: z.object({ revision, reason }),
  close: z.object({ revision, reason }),
  'decline-preview': z.object({ revision, reason, note: declineNote }),
  /** `stated`: in cents, what the page said is not refunded. */
  'decline-refund': z.object({
    revision,
    reason,
    note: declineNote,
    stated: z.coerce.number().int().transform(cents),
  }),
  'put-back': z.object({ revision, product, size, count: pieceCount }),
  'keep-out': z.object({ revision, product, size }),
}

/** What sends an email of the order again; also where it is refused the page shows what became of it. */
export const isEmailForm = ({ action }: { action: string }) =>
  ['send again', 'confirm again', 'send to new address'].includes(action)
