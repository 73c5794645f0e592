import { z } from 'zod'
import type { AppContext } from '../app-context.ts'
import { eraseBuyer } from './commands/erase-buyer.ts'
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
  const lines = [
    erased.length > 0
      ? `Erased: name, street, e-mail and mails of ${erased.join(', ')}. Sums, dates, pieces and the state shipped to stay.`
      : 'Nothing was erased.',
    ...left.map(({ number, why }) => `Not erased: ${number}. ${why}`),
    ...(erased.length + left.length === 0 ? ['There is no order with this e-mail address.'] : []),
    ...(erased.length > 0
      ? [
          'Backups from before still hold them; they go with time (14 days, 8 weeks). Stripe has its own records.',
        ]
      : []),
  ]
  return { ok: left.length === 0, text: lines.join('\n'), json: result }
}
