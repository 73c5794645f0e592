import { z } from 'zod'

/** What can be done on the screen of a text; whether it can be published the shop says. */
const count = z.coerce.number().int().min(0)
const seen = { seen: count, draft: count }

export const shopTextAction = z.discriminatedUnion('action', [
  z.object({ action: z.literal('publish'), ...seen }),
  z.object({ action: z.literal('draft'), ...seen }),
  z.object({ action: z.literal('discard'), ...seen }),
  z.object({ action: z.literal('shipped'), ...seen }),
  z.object({ action: z.literal('read'), ...seen }),
  z.object({ action: z.literal('take back'), ...seen, version: count.min(1) }),
])
