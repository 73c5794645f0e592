import type { z } from 'zod'
import type { AppContext } from '../app-context.ts'
import { seal, unseal } from './sealed-text.ts'

/** A longer one is none of ours, and not worth decrypting. */
const maxTokenLength = 3000

/**
 * A kind of link that holds what it is about, encrypted: nothing needs to be stored for it, no log or history
 * shows whose address it is, and only the shop can make one. `name` keeps one kind from being used as
 * another. `read` answers null where the link was altered, or is not one of this shop.
 */
export function sealedLink<T>(name: string, path: `/${string}/`, schema: z.ZodType<T>) {
  return {
    to: (app: AppContext, value: T): string =>
      `${app.publicUrl}${path}${seal(app.secret, name, JSON.stringify(schema.parse(value)))}`,
    read(app: AppContext, token: string): T | null {
      const text = token.length > maxTokenLength ? null : unseal(app, name, token)
      return text === null ? null : schema.parse(JSON.parse(text))
    },
  }
}
