import type { RouterContextProvider } from 'react-router'
import { requireFreshFactor, requireFreshFor } from '#app/.server/auth/fresh-factor.ts'
import { adminContext } from '#app/.server/auth/require-admin.ts'
import { refuseUnless } from '#app/.server/auth/require-right.ts'
import { askRates } from '#app/.server/fulfillment/commands/ask-rates.ts'
import { buyLabel, giveUpLabel, lookForLabel } from '#app/.server/fulfillment/commands/buy-label.ts'
import { voidLabel } from '#app/.server/fulfillment/commands/void-label.ts'
import { appContext } from '#app/.server/platform/http/request-context.ts'
import { labelAction } from '#app/contracts/fulfillment/label.ts'
import { formatCount } from '../components/format-count.ts'
import { parseForm } from '../components/parse-form.ts'
import { runCommand } from '../components/run-command.ts'

type Typed = Record<string, string>

const givenBack = {
  voiding: 'The label is voided. The carrier decides within days whether its cost comes back.',
  voided: 'The label is voided, and its cost is refunded.',
  kept: 'The carrier gives nothing back for this label.',
} as const

/** Rates and labels of the next parcel [LABEL-01]; the form of the parcel keeps what was typed. */
export async function performLabel(
  context: Readonly<RouterContextProvider>,
  id: string,
  typed: Typed,
) {
  const app = context.get(appContext)
  const { email: by, role } = context.get(adminContext)
  const requireDecision = async () => {
    refuseUnless(role, 'orders.decide')
    await requireFreshFactor(context)
  }
  const requireFresh = () => requireFreshFactor(context)
  const perform = async (): Promise<string> => {
    const asked = parseForm(labelAction, typed)
    switch (asked.action) {
      case 'ask-rates':
        return `${formatCount(await askRates(app, { id, by, requireDecision, ...asked }), 'rate')} to choose from.`
      case 'buy-label': {
        await requireFreshFor(context, 'small')
        const { service, cost } = await buyLabel(app, { id, by, ...asked, requireFresh })
        return `The label was bought: ${service}, ${cost}.`
      }
      case 'look-for-label':
        return lookForLabel(app, { id, by, ...asked })
      case 'give-up-label':
        await giveUpLabel(app, { id, by, ...asked })
        return 'This label is waited for no longer.'
      case 'void-label':
        return givenBack[await voidLabel(app, { id, by, ...asked })]
    }
  }
  return runCommand(
    app,
    async (): Promise<{ done: string; report?: string[]; typed: Typed }> => {
      refuseUnless(role, 'orders.send')
      return { done: await perform(), typed }
    },
    typed,
  )
}
