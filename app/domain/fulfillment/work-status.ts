/**
 * The work on a paid order, beside its state: from the bench to the buyer [DESK-01]. What is not
 * written here is refused. A step may be passed over: a piece in stock is sent as it is. What comes
 * back is no step: a return of one piece is beside the others (return.ts).
 */
const stepTransitions = {
  paid: ['making', 'ready', 'sent'],
  making: ['ready', 'paid', 'sent'],
  ready: ['sent', 'making', 'paid'],
  sent: ['delivered'],
  delivered: ['sent'],
} as const satisfies Record<string, readonly string[]>

export type OrderStep = keyof typeof stepTransitions
export const orderSteps = Object.keys(stepTransitions) as OrderStep[]

export function canMove(from: OrderStep, to: OrderStep): boolean {
  return (stepTransitions[from] as readonly OrderStep[]).includes(to)
}

/** Something of the order is still here. */
export const stepsBeforeSending = ['paid', 'making', 'ready'] as const satisfies OrderStep[]

export function isBeforeSending(step: OrderStep): boolean {
  return (stepsBeforeSending as readonly OrderStep[]).includes(step)
}

const forward = ['making', 'ready', 'sent', 'delivered'] as const satisfies OrderStep[]
const wayToBuyer: readonly OrderStep[] = ['paid', ...forward]

/** The step that usually comes next; null at the end. */
export function nextStep(step: OrderStep): (typeof forward)[number] | null {
  const at = wayToBuyer.indexOf(step)
  return at < 0 ? null : (forward[at] ?? null)
}

/** The step that undoes this one; null where there is none: a parcel that left has left. */
export function stepBefore(step: OrderStep): OrderStep | null {
  const at = wayToBuyer.indexOf(step)
  const before = at < 0 ? undefined : wayToBuyer[at - 1]
  return before && canMove(step, before) ? before : null
}
