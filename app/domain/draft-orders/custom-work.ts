import type { OrderStep } from '../fulfillment/work-status.ts'
import { type Cents, cents, formatCents } from '../money/cents.ts'

/**
 * Custom work, from the question to the piece [SALE-08]. What is not written here is refused; one step back
 * mends a slip. Nothing comes before the deposit but the quote.
 */
const stageTransitions = {
  asked: ['quoted'],
  quoted: ['deposit', 'asked'],
  deposit: ['design'],
  design: ['casting', 'deposit'],
  casting: ['balance', 'design'],
  balance: ['sent', 'casting'],
  sent: [],
} as const satisfies Record<string, readonly string[]>

export type CustomStage = keyof typeof stageTransitions
export const customStages = Object.keys(stageTransitions) as CustomStage[]

/** Custom work as staff call its stages. */
export const stageNames = {
  asked: 'Requested',
  quoted: 'Quoted',
  deposit: 'Deposit paid',
  design: 'Design approved',
  casting: 'Casting',
  balance: 'Balance due',
  sent: 'Shipped',
} as const satisfies Record<CustomStage, string>

/** The work on it once all of it is paid: a piece that was cast is not begun again [SALE-20]. */
export const stepOfStage = {
  asked: 'paid',
  quoted: 'paid',
  deposit: 'paid',
  design: 'making',
  casting: 'making',
  balance: 'ready',
  sent: 'ready',
} as const satisfies Record<CustomStage, OrderStep>

/** From the deposit until the balance is requested: the workshop has it. */
export const stagesOfWork = ['deposit', 'design', 'casting'] as const satisfies CustomStage[]

export function canMoveStage(from: CustomStage, to: CustomStage): boolean {
  return (stageTransitions[from] as readonly CustomStage[]).includes(to)
}

/** The stage that comes next; null at the end. */
export function nextStage(stage: CustomStage): CustomStage | null {
  return customStages[customStages.indexOf(stage) + 1] ?? null
}

export function stageBefore(stage: CustomStage): CustomStage | null {
  const before = customStages[customStages.indexOf(stage) - 1]
  return before && canMoveStage(stage, before) ? before : null
}

/** When the price of the gold is fixed, as agreed in writing. */
export type GoldFixed = 'deposit' | 'delivery'

/** What a stage asks for. */
export type StageFacts = {
  /** Paid so far, less what was refunded. */
  received: Cents
  deposit: Cents
  isGoldFixed: boolean
  /** Nothing of the order is unpaid, and all of it was sent. */
  isSent: boolean
}

/** Why custom work cannot be at a stage yet, in a sentence for staff; null where it can. */
export function workStatusProblem(stage: CustomStage, facts: StageFacts): string | null {
  const { received, deposit, isGoldFixed, isSent } = facts
  if (stage === 'deposit' && received < deposit) {
    return `${formatCents(cents(deposit - received))} of the ${formatCents(deposit)} deposit hasn’t been paid yet.`
  }
  if (stage === 'balance' && !isGoldFixed) {
    return 'The gold price isn’t locked yet, so the balance isn’t known.'
  }
  if (stage === 'sent' && !isSent)
    return 'Mark the order as shipped, and this will update automatically.'
  return null
}

/** Where money has come, the stage of the deposit is reached automatically. */
export function stageAfterPayment(
  stage: CustomStage,
  { received, deposit }: Pick<StageFacts, 'received' | 'deposit'>,
): CustomStage {
  const waits = stage === 'asked' || stage === 'quoted'
  return waits && received >= deposit ? 'deposit' : stage
}
