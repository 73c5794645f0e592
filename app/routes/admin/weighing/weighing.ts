import type { RouterContextProvider } from 'react-router'
import { requireFreshFactor } from '#app/.server/auth/fresh-factor.ts'
import { adminContext } from '#app/.server/auth/require-admin.ts'
import { refuseUnless } from '#app/.server/auth/require-right.ts'
import { issueCertificates } from '#app/.server/certificates/commands/issue-certificates.ts'
import { appContext } from '#app/.server/platform/http/request-context.ts'
import {
  approveWeight,
  settleWeight,
  undoWeight,
} from '#app/.server/weighing/commands/decide-weight.ts'
import { weighItem } from '#app/.server/weighing/commands/weigh-item.ts'
import { weighingAction, weighingRights } from '#app/contracts/weighing/weighing.ts'
import { cents, formatCents } from '#app/domain/money/cents.ts'
import { waitingMessage } from '#app/domain/weighing/second-reading.ts'
import { formatOff } from '#app/domain/weighing/weight.ts'
import { parseForm } from '../components/parse-form.ts'
import { runCommand } from '../components/run-command.ts'

/** One item on the scale, or how a difference was settled; says what it led to [WEIGH-01]. */
export async function performWeighing(
  context: Readonly<RouterContextProvider>,
  id: string,
  typed: Record<string, string>,
) {
  const app = context.get(appContext)
  const { email: by, role } = context.get(adminContext)
  return runCommand(
    app,
    async (): Promise<{ done: string; report?: string[] }> => {
      const asked = parseForm(weighingAction, typed)
      refuseUnless(role, weighingRights[asked.action])
      const { line, item, seen } = asked
      const about = { id, by, line, item, seen }
      if (asked.action === 'weigh-settle') {
        await settleWeight(app, { ...about, reason: asked.reason })
        return { done: 'The difference is settled.' }
      }
      if (asked.action === 'weigh-approve') {
        await approveWeight(app, { ...about, requireFresh: () => requireFreshFactor(context) })
        return { done: 'The refund is approved.' }
      }
      if (asked.action === 'weigh-undo') {
        await undoWeight(app, about)
        return { done: 'The weight is undone, and nothing was refunded. Weigh the piece again.' }
      }
      const { serial, grams: actual } = asked
      const found = await weighItem(app, { ...about, role, serial, actual })
      // A certificate that says another weight ends now; a job makes up for what fails here.
      await issueCertificates(app, id).catch((error: unknown) => {
        app.log.error({ err: error }, 'a corrected certificate was not issued yet')
      })
      return { done: sentenceOf(found) }
    },
    typed,
  )
}

function sentenceOf({
  serial,
  sold,
  actual,
  verdict,
  missing,
  settled,
  problem,
  waits,
  nth,
}: Awaited<ReturnType<typeof weighItem>>): string {
  const weighs = `${serial}: ${formatOff(sold, actual)}`
  if (verdict === 'outside') return `${weighs}. It cannot be sent.`
  if (problem !== null) return `${weighs}. The difference was not refunded.`
  if (waits === null) return `${weighs}.`
  const sum = formatCents(cents(missing - settled))
  return `${weighs}. ${sum} of gold is missing. ${waitingMessage({ waits, nth })}`
}
