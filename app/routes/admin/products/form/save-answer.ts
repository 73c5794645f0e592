import type { NewerProduct } from '#app/.server/catalog/queries/admin-product.ts'
import type { Failure } from '../../components/staying-here.ts'

export type Refused = Failure & {
  /** Which field, e.g. `sizes.1.fee`. */
  at?: string
  /** By place, what stands beside a field; the message itself where there is none for it. */
  errors?: Record<string, string>
  /** What another admin saved meanwhile. */
  newer?: NewerProduct | null
}

export type SaveAnswer =
  | { saved: { id: string; skipped: string[]; mocked: boolean } }
  | { refused: Refused }
