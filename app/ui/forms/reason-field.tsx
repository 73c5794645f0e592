import type { ComponentProps } from 'react'
import { maxReasonLength } from '#app/contracts/orders/order.ts'
import { TextArea } from './fields.tsx'

type Props = Omit<ComponentProps<typeof TextArea>, 'name' | 'required'>

/** Why something is done or asked, in a sentence or two. */
export function ReasonField({ rows = 2, maxLength = maxReasonLength, ...field }: Props) {
  return <TextArea {...field} name="reason" required rows={rows} maxLength={maxLength} />
}
