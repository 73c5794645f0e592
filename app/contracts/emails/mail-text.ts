import { z } from 'zod'

/** What can be done on the screen of an email; whether its text can be used the shop says. */
const text = { subject: z.string().max(1000), body: z.string().max(50_000) }
const seen = z.coerce.number().int().min(0)

export const mailTextAction = z.discriminatedUnion('action', [
  z.object({ action: z.literal('save'), seen, ...text }),
  z.object({ action: z.literal('preview'), order: z.string().max(100).default(''), ...text }),
  z.object({ action: z.literal('test'), order: z.string().max(100).default(''), ...text }),
  z.object({ action: z.literal('built-in'), seen }),
  z.object({ action: z.literal('take back'), seen, version: z.coerce.number().int().min(1) }),
])
