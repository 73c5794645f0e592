import type { AppContext } from '#app/.server/app-context.ts'
import { changeOrder } from '#app/.server/orders/change-order.ts'
import { wrongState } from '#app/.server/orders/order-checks.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'
import { AppError } from '#app/.server/platform/errors.ts'
import { isStillFor } from '#app/domain/fulfillment/carrier-text.ts'
import {
  mayGiveUpAfterMs,
  reauthAboveLabel,
  responseTimeoutMs,
  serviceName,
} from '#app/domain/fulfillment/label.ts'
import { cents, formatCents } from '#app/domain/money/cents.ts'
import { canTransition } from '#app/domain/orders/order-state.ts'
import { type BoughtLabel, LabelsUnavailable, type Refused } from '../gateway/label-gateway.ts'
import { storeLabelFile } from '../label-file.ts'
import {
  addressChanged,
  assertMayBuyLabel,
  changeLabel,
  findLabel,
  gatewayOf,
  isFresh,
  type LabelRow,
  labelRefused,
  waitingLabel,
} from '../shipping-labels.ts'
import { storeBought } from '../store-label.ts'

type OfLabel = { id: string; by: string; label: number }

const notKnown = (name: string) =>
  new AppError(
    'label_not_known',
    503,
    `${name} hasn’t said whether it bought the label. Check again in a minute; nothing is bought twice. You can also enter a tracking number yourself.`,
  )

/**
 * Buys the label of a rate that was offered, once [LABEL-02]: the wish is stored before the gateway is
 * asked, and of one shipment it sells one label. Where an answer was lost the shipment is read before it
 * is asked again. One above $100 needs a fresh second factor [FRESH-06]. Gives the cost.
 */
export async function buyLabel(
  app: AppContext,
  {
    id,
    by,
    label: labelId,
    rate,
    requireFresh,
  }: OfLabel & { rate: string; requireFresh: () => Promise<void> },
): Promise<{ cost: string; service: string }> {
  const input = await changeOrder(app, { id, by }, async ({ tx, order, at }) => {
    const label = await findLabel(tx, id, labelId)
    const gateway = gatewayOf(app, label)
    if (label.state !== 'offered') return { label, isNew: false }
    if (!canTransition(order.state, 'fulfilled')) throw await wrongState(tx, order)
    await assertMayBuyLabel(tx, app, order)
    const other = await waitingLabel(tx, id)
    if (other) {
      throw labelRefused(
        other.state === 'bought'
          ? `${other.boughtBy} already bought a label for this package.`
          : `${other.boughtBy} is already buying a label for this package.`,
      )
    }
    const chosen = label.rates.find((each) => each.id === rate)
    if (!chosen || !isFresh(label, app)) {
      throw labelRefused('This rate is no longer available. Get rates again.')
    }
    if (!isStillFor(label.asked, order.shippingAddress)) throw addressChanged()
    const { insured, declared } = label.asked
    // As it was offered: postage and insurance [LABEL-14].
    const cost = cents(chosen.cost + (insured ? gateway.insuranceFee(cents(declared)) : 0))
    if (cost > reauthAboveLabel) await requireFresh()
    const wished = {
      ...{ state: 'buying' as const, rate, boughtBy: by, askedAt: at },
      ...{ service: serviceName(chosen), costCents: cost },
    }
    await changeLabel(tx, labelId, wished)
    return { label: { ...label, ...wished }, isNew: true }
  })
  const label = input.isNew
    ? await ask(app, input.label)
    : await requestedBefore(app, input.label, rate)
  return { service: label.service ?? '', cost: formatCents(cents(label.costCents ?? 0)) }
}

/** Pressed twice, or again where no answer came. */
async function requestedBefore(app: AppContext, label: LabelRow, rate: string): Promise<LabelRow> {
  if (label.state !== 'buying' && label.state !== 'bought') {
    throw labelRefused('This label is no longer available. Get rates again.')
  }
  if (label.rate !== rate) {
    throw labelRefused(`${label.boughtBy} already chose ${label.service} for this package.`)
  }
  const now = label.state === 'bought' ? label : await settle(app, label)
  if (now.state !== 'buying') return now
  const waited = app.now().getTime() - (label.askedAt?.getTime() ?? 0)
  if (waited < responseTimeoutMs) throw notKnown(gatewayOf(app, label).name)
  await withDatabase(app, ({ orm }) => changeLabel(orm, label.id, { askedAt: app.now() }))
  return ask(app, label)
}

/** Asks the gateway for a label whose wish is stored, and stores what it says. */
async function ask(app: AppContext, label: LabelRow): Promise<LabelRow> {
  const gateway = gatewayOf(app, label)
  const { shipment, asked } = label
  const insured = asked.insured ? cents(asked.declared) : null
  const answer = await gateway
    .buy({ shipment, rate: label.rate ?? '', insured })
    .catch((error: unknown) => {
      if (!(error instanceof LabelsUnavailable)) throw error
      app.log.warn({ label: label.id, reason: error.message }, 'a label is not answered yet')
      return null
    })
  // What was answered with an error may have been done: the shipment itself tells.
  const now = answer ? await store(app, label, answer) : await settle(app, label)
  if (now.state === 'bought') return now
  if (now.state === 'buying') throw notKnown(gateway.name)
  throw labelRefused(`No label was bought. ${now.problem ?? ''}`.trim())
}

async function store(
  app: AppContext,
  label: LabelRow,
  answer: BoughtLabel | Refused,
): Promise<LabelRow> {
  if (!('refused' in answer)) {
    const bought = await storeBought(app, label, answer)
    await storeLabelFile(app, bought)
    return bought
  }
  return changeOrder(app, { id: label.orderId, by: label.boughtBy ?? '' }, async ({ tx }) => {
    const now = await findLabel(tx, label.orderId, label.id)
    if (now.state !== 'buying') return now
    const change = { state: 'refused', problem: answer.refused } as const
    await changeLabel(tx, label.id, change)
    return { ...now, ...change }
  })
}

/** Reads what became of a label; one that the gateway has not bought stays as it is. */
async function settle(app: AppContext, label: LabelRow): Promise<LabelRow> {
  const gateway = gatewayOf(app, label)
  const { bought } = await gateway.read(label.shipment).catch((error: unknown) => {
    if (!(error instanceof LabelsUnavailable)) throw error
    app.log.warn({ label: label.id, reason: error.message }, 'a label cannot be read')
    throw notKnown(gateway.name)
  })
  return bought ? store(app, label, bought) : label
}

/** Looks again whether a label was bought; a sentence. */
export async function lookForLabel(app: AppContext, { id, label: labelId }: OfLabel) {
  const label = await withDatabase(app, ({ orm }) => findLabel(orm, id, labelId))
  const { name } = gatewayOf(app, label)
  if (label.state === 'bought') {
    await storeLabelFile(app, label)
    return 'The label was bought.'
  }
  if (label.state !== 'buying') throw labelRefused('We aren’t waiting for this label.')
  const now = await settle(app, label)
  return now.state === 'buying'
    ? `${name} hasn’t bought this label so far.`
    : 'The label was bought.'
}

/**
 * Staff wait no longer for a label that the gateway has not bought [LABEL-03]. It is looked for a day
 * longer, and told of where it was bought after all.
 */
export async function giveUpLabel(app: AppContext, { id, by, label: labelId }: OfLabel) {
  const found = await withDatabase(app, ({ orm }) => findLabel(orm, id, labelId))
  if (found.state === 'given up') return
  if (found.state !== 'buying') throw labelRefused('We aren’t waiting for this label.')
  const waited = app.now().getTime() - (found.askedAt?.getTime() ?? 0)
  if (waited < mayGiveUpAfterMs) {
    throw labelRefused(
      'It may still be bought. You can stop waiting ten minutes after requesting it.',
    )
  }
  const now = await settle(app, found)
  if (now.state !== 'buying') throw labelRefused('The label was bought after all.')
  await changeOrder(app, { id, by }, async ({ tx, audit }) => {
    if ((await findLabel(tx, id, labelId)).state !== 'buying') return
    await changeLabel(tx, labelId, { state: 'given up' })
    await audit({ action: 'order.label_given_up', facts: { service: found.service ?? '' } })
  })
}
