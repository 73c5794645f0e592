import type { RouterContextProvider } from 'react-router'
import { adminContext } from '#app/.server/auth/require-admin.ts'
import { refuseUnless } from '#app/.server/auth/require-right.ts'
import { issueCertificates } from '#app/.server/certificates/commands/issue-certificates.ts'
import { AppError } from '#app/.server/platform/errors.ts'
import { appContext } from '#app/.server/platform/http/request-context.ts'
import { settleWeight } from '#app/.server/weighing/commands/settle-weight.ts'
import { weighItem } from '#app/.server/weighing/commands/weigh-item.ts'
import { fieldErrors } from '#app/contracts/form-data.ts'
import { weighingAction, weighingRights } from '#app/contracts/weighing.ts'
import { formatCents } from '#app/domain/money/cents.ts'
import { formatOff } from '#app/domain/weighing/weight.ts'
import { runCommand } from '../../components/run-command.ts'

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
      const asked = parsed(typed)
      refuseUnless(role, weighingRights[asked.action])
      const { line, item, seen } = asked
      const about = { id, by, line, item, seen }
      if (asked.action === 'weigh-settle') {
        await settleWeight(app, { ...about, reason: asked.reason })
        return { done: 'The difference is settled.' }
      }
      const { serial, grams: actual } = asked
      const found = await weighItem(app, { ...about, serial, actual })
      // A certificate that says another weight ends now; a job makes up for what fails here.
      await issueCertificates(app, id)
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
  problem,
}: Awaited<ReturnType<typeof weighItem>>): string {
  const weighs = `${serial}: ${formatOff(sold, actual)}`
  if (verdict === 'outside') return `${weighs}. It cannot be sent.`
  if (problem !== null) return `${weighs}. The difference was not given back.`
  return missing > 0 ? `${weighs}; ${formatCents(missing)} of gold goes back.` : `${weighs}.`
}

function parsed(typed: Record<string, string>) {
  const result = weighingAction.safeParse(typed)
  if (result.success) return result.data
  const errors = fieldErrors(result.error)
  const message = Object.values(errors)[0] ?? 'This is nothing that can be done here.'
  throw new AppError('invalid_request', 400, message, { details: { errors } })
}
