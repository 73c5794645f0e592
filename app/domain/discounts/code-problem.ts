import { type Cents, formatCents } from '../money/cents.ts'
import { dayAt, formatLongDay } from '../time/day.ts'

/** Why a code takes nothing off. */
export type CodeProblem =
  /** Also of one that is stopped or has not begun: a guess learns nothing of it. */
  | { is: 'unknown' }
  | { is: 'too many tries'; wait: string }
  | { is: 'ended'; at: Date }
  | { is: 'used up' }
  | { is: 'used by you' }
  | { is: 'email needed' }
  | { is: 'other pieces' }
  | { is: 'below minimum'; minTotal: Cents }
  | { is: 'nothing to take off' }
  | { is: 'total too low'; least: Cents }

/** The problem as a shopper reads it; `entered` is the code as it was entered. */
export function codeProblemText(problem: CodeProblem, entered: string, timeZone: string): string {
  const code = `“${entered.trim()}”`
  switch (problem.is) {
    case 'unknown':
      return /[\s,;+&]/.test(entered.trim())
        ? `The code ${code} isn’t valid. An order can have one code.`
        : `The code ${code} isn’t valid. Please check the spelling.`
    case 'too many tries':
      return `Too many attempts. Please try again in ${problem.wait}.`
    case 'ended':
      // The last day it was valid.
      return `The code ${code} expired on ${formatLongDay(dayAt(new Date(problem.at.getTime() - 1), timeZone))}.`
    case 'used up':
      return `The code ${code} has reached its limit.`
    case 'used by you':
      return `The code ${code} was already used with this email address.`
    case 'email needed':
      return `Enter your email address to use the code ${code}.`
    case 'other pieces':
      return `The code ${code} doesn’t apply to the pieces in your cart.`
    case 'below minimum':
      return `The code ${code} requires a cart total of at least ${formatCents(problem.minTotal)}.`
    case 'nothing to take off':
      return `The code ${code} doesn’t lower the price of anything in your cart.`
    case 'total too low':
      return `The code ${code} can’t be used for this cart because the total would be below the ${formatCents(problem.least)} minimum.`
  }
}

type CodeFacts = {
  active: boolean
  startsAt: Date | null
  /** The first moment when it is no longer valid. */
  endsAt: Date | null
  maxUses: number | null
  maxUsesPerEmail: number | null
}

export type CodeUses = { all: number; ofEmail: number }

/**
 * Why a code cannot be used at a moment, or null [CODE-05]. `email`: whether the buyer gave an address. A
 * quote keeps the code it was given for its ten minutes, so at checkout the moment is that of the quote.
 */
export function whyCodeIsOver(
  code: CodeFacts,
  { at, email, uses }: { at: Date; email: string | null; uses: CodeUses },
): CodeProblem | null {
  if (!code.active || (code.startsAt !== null && at < code.startsAt)) return { is: 'unknown' }
  if (code.endsAt !== null && at >= code.endsAt) return { is: 'ended', at: code.endsAt }
  if (code.maxUses !== null && uses.all >= code.maxUses) return { is: 'used up' }
  if (code.maxUsesPerEmail === null) return null
  if (email === null) return { is: 'email needed' }
  return uses.ofEmail >= code.maxUsesPerEmail ? { is: 'used by you' } : null
}
