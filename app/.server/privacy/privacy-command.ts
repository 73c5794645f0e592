import { z } from 'zod'
import type { AppContext } from '../app-context.ts'
import { eraseBuyer } from './commands/erase-buyer.ts'
import { erasureReport } from './erasure-report.ts'
import { exportBuyer } from './queries/export-buyer.ts'

/** What `npm run privacy` may ask of the shop. */
export const privacyCommand = z.object({
  command: z.literal('privacy'),
  action: z.enum(['export', 'erase']),
  email: z.string().max(1000),
})

type Answer = { ok: boolean; text: string; json: unknown }

export async function runPrivacyCommand(
  app: AppContext,
  { action, email }: z.infer<typeof privacyCommand>,
): Promise<Answer> {
  if (action === 'export') {
    const exported = await exportBuyer(app, email)
    return { ok: true, text: JSON.stringify(exported, null, 2), json: exported }
  }
  const actor = { type: 'command', id: 'npm run privacy' } as const
  const result = await eraseBuyer(app, { email, actor })
  const { erased, left } = result
  const report = erasureReport(result)
  if (erased.length + left.length === 0) {
    report.push('There are no orders, payments, or trade-ins with this email address.')
  }
  return { ok: left.length === 0, text: report.join('\n'), json: result }
}
