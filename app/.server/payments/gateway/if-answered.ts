import type { AppContext } from '#app/.server/app-context.ts'
import { PaymentUnavailable } from './payment-gateway.ts'

/** What the provider answers; `otherwise` where it does not: it is asked again at the next run. */
export async function ifAnswered<Answer, const Otherwise>(
  { log }: Pick<AppContext, 'log'>,
  ask: () => Promise<Answer>,
  otherwise: Otherwise,
): Promise<Answer | Otherwise> {
  try {
    return await ask()
  } catch (error) {
    if (!(error instanceof PaymentUnavailable)) throw error
    log.warn({ cause: error.cause }, 'the payment provider does not answer')
    return otherwise
  }
}
