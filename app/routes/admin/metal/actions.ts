import type { z } from 'zod'
import type { AppContext } from '#app/.server/app-context.ts'
import { beginMetal } from '#app/.server/metal/commands/begin-metal.ts'
import { enterMetal } from '#app/.server/metal/commands/enter-metal.ts'
import { saveMetalLimits } from '#app/.server/metal/commands/save-metal-limits.ts'
import { takeBackMetal } from '#app/.server/metal/commands/take-back-metal.ts'
import type { metalAction } from '#app/contracts/metal/metal.ts'

/** Does what staff asked for and says so in a sentence. */
export async function performMetalAction(
  app: AppContext,
  by: string,
  request: z.output<typeof metalAction>,
): Promise<{ done: string }> {
  switch (request.action) {
    case 'begin':
      await beginMetal(app, { ...request, by })
      return { done: 'The ledger begins.' }
    case 'purchase':
      return {
        done: `${await enterMetal(app, { ...request, by, kind: 'purchase', isSure: request.sure })}.`,
      }
    case 'move':
      return {
        done: `${await enterMetal(app, { ...request, by, party: '', isSure: true })}.`,
      }
    case 'take-back':
      return {
        done: `Taken back: ${await takeBackMetal(app, { by, id: request.entry, reason: request.reason })}.`,
      }
    case 'limits':
      await saveMetalLimits(app, { ...request, by })
      return { done: 'Limits saved.' }
  }
}
