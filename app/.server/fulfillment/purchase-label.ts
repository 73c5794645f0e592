import type { AppContext } from '#app/.server/app-context.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'
import { AppError } from '#app/.server/platform/errors.ts'
import {
  mayGiveUpAfterMs,
  reauthAboveLabel,
  responseTimeoutMs,
  serviceName,
} from '#app/domain/fulfillment/label.ts'
import { cents, formatCents } from '#app/domain/money/cents.ts'
import { type BoughtLabel, LabelsUnavailable, type Refused } from './gateway/label-gateway.ts'
import { storeLabelFile } from './label-file.ts'
import type { LabelRow, LabelSubject, LockedLabels } from './label-subject.ts'
import {
  changeLabel,
  findLabel,
  gatewayOf,
  isFresh,
  labelRefused,
  waitingLabel,
} from './shipping-labels.ts'
import { storeBought } from './store-label.ts'

const notKnown = (name: string) =>
  new AppError(
    'label_not_known',
    503,
    `${name} hasn’t said whether it bought the label. Check again in a minute; nothing is bought twice. You can also enter a tracking number yourself.`,
  )

type PurchaseRequest = {
  label: number
  rate: string
  by: string
  requireFresh: () => Promise<void>
}

/**
 * Stores the request for the label of a rate that was offered, under the lock of what it is for and
 * before the gateway is asked [LABEL-02]. `mayBuy` refuses what it may not be bought for. One above $100 needs a fresh
 * second factor [FRESH-06].
 */
export async function requestLabel(
  { tx, at }: Pick<LockedLabels, 'tx' | 'at'>,
  app: AppContext,
  subject: LabelSubject,
  { label: labelId, rate, by, requireFresh }: PurchaseRequest,
  mayBuy: (label: LabelRow) => void | Promise<void>,
): Promise<{ label: LabelRow; isNew: boolean }> {
  const label = await findLabel(tx, subject, labelId)
  const gateway = gatewayOf(app, label)
  if (label.state !== 'offered') return { label, isNew: false }
  await mayBuy(label)
  const other = await waitingLabel(tx, subject)
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
  const { insured, declared } = label.asked
  // As it was offered: postage and insurance [LABEL-14].
  const cost = cents(chosen.cost + (insured ? gateway.insuranceFee(cents(declared)) : 0))
  if (cost > reauthAboveLabel) await requireFresh()
  const requested = {
    ...{ state: 'buying' as const, rate, boughtBy: by, askedAt: at },
    ...{ service: serviceName(chosen), costCents: cost },
  }
  await changeLabel(tx, labelId, requested)
  return { label: { ...label, ...requested }, isNew: true }
}

/** Buys a label whose request is stored, once; gives its cost. */
export async function purchaseLabel(
  app: AppContext,
  subject: LabelSubject,
  requested: { label: LabelRow; isNew: boolean },
  rate: string,
): Promise<{ cost: string; service: string }> {
  const label = requested.isNew
    ? await ask(app, subject, requested.label)
    : await requestedBefore(app, subject, requested.label, rate)
  return { service: label.service ?? '', cost: formatCents(cents(label.costCents ?? 0)) }
}

/** Pressed twice, or again where no answer came. */
async function requestedBefore(
  app: AppContext,
  subject: LabelSubject,
  label: LabelRow,
  rate: string,
): Promise<LabelRow> {
  if (label.state !== 'buying' && label.state !== 'bought') {
    throw labelRefused('This label is no longer available. Get rates again.')
  }
  if (label.rate !== rate) {
    throw labelRefused(`${label.boughtBy} already chose ${label.service} for this package.`)
  }
  const now = label.state === 'bought' ? label : await settle(app, subject, label)
  if (now.state !== 'buying') return now
  const waited = app.now().getTime() - (label.askedAt?.getTime() ?? 0)
  if (waited < responseTimeoutMs) throw notKnown(gatewayOf(app, label).name)
  await withDatabase(app, ({ orm }) => changeLabel(orm, label.id, { askedAt: app.now() }))
  return ask(app, subject, label)
}

/** Asks the gateway for a label whose request is stored, and stores what it says. */
async function ask(app: AppContext, subject: LabelSubject, label: LabelRow): Promise<LabelRow> {
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
  const now = answer ? await store(app, subject, label, answer) : await settle(app, subject, label)
  if (now.state === 'bought') return now
  if (now.state === 'buying') throw notKnown(gateway.name)
  throw labelRefused(`No label was bought. ${now.problem ?? ''}`.trim())
}

async function store(
  app: AppContext,
  subject: LabelSubject,
  label: LabelRow,
  answer: BoughtLabel | Refused,
): Promise<LabelRow> {
  if (!('refused' in answer)) {
    const bought = await storeBought(app, subject, label, answer)
    await storeLabelFile(app, bought)
    return bought
  }
  return subject.change(app, { staff: label.boughtBy ?? '' }, async ({ tx }) => {
    const now = await findLabel(tx, subject, label.id)
    if (now.state !== 'buying') return now
    const change = { state: 'refused', problem: answer.refused } as const
    await changeLabel(tx, label.id, change)
    return { ...now, ...change }
  })
}

/** Reads what became of a label; one that the gateway has not bought stays as it is. */
async function settle(app: AppContext, subject: LabelSubject, label: LabelRow): Promise<LabelRow> {
  const gateway = gatewayOf(app, label)
  const { bought } = await gateway.read(label.shipment).catch((error: unknown) => {
    if (!(error instanceof LabelsUnavailable)) throw error
    app.log.warn({ label: label.id, reason: error.message }, 'a label cannot be read')
    throw notKnown(gateway.name)
  })
  return bought ? store(app, subject, label, bought) : label
}

/** Looks again whether a label was bought; a sentence. */
export async function lookForLabelOf(app: AppContext, subject: LabelSubject, labelId: number) {
  const label = await withDatabase(app, ({ orm }) => findLabel(orm, subject, labelId))
  const { name } = gatewayOf(app, label)
  if (label.state === 'bought') {
    await storeLabelFile(app, label)
    return 'The label was bought.'
  }
  if (label.state !== 'buying') throw labelRefused('We aren’t waiting for this label.')
  const now = await settle(app, subject, label)
  return now.state === 'buying'
    ? `${name} hasn’t bought this label so far.`
    : 'The label was bought.'
}

/**
 * Staff wait no longer for a label that the gateway has not bought [LABEL-03]. It is looked for a day
 * longer, and told of where it was bought after all.
 */
export async function giveUpLabelOf(
  app: AppContext,
  subject: LabelSubject,
  { by, label: labelId }: { by: string; label: number },
): Promise<void> {
  const found = await withDatabase(app, ({ orm }) => findLabel(orm, subject, labelId))
  if (found.state === 'given up') return
  if (found.state !== 'buying') throw labelRefused('We aren’t waiting for this label.')
  const waited = app.now().getTime() - (found.askedAt?.getTime() ?? 0)
  if (waited < mayGiveUpAfterMs) {
    throw labelRefused(
      'It may still be bought. You can stop waiting ten minutes after requesting it.',
    )
  }
  const now = await settle(app, subject, found)
  if (now.state !== 'buying') throw labelRefused('The label was bought after all.')
  await subject.change(app, { staff: by }, async ({ tx, note }) => {
    const label = await findLabel(tx, subject, labelId)
    if (label.state !== 'buying') return
    await changeLabel(tx, labelId, { state: 'given up' })
    await note('given up', label, 'Stopped waiting for a label.')
  })
}
