import type { ReactNode } from 'react'
import { Form } from 'react-router'
import type { AdminOrder } from '#app/.server/orders/queries/order-detail-page.ts'
import { OwnFields, useSent } from '#app/ui/forms/form-fields.tsx'
import { ReasonField } from '#app/ui/forms/reason-field.tsx'
import { Disclosure } from '../../components/disclosure.tsx'

type PanelProps = { heading: string; border?: string; id?: string; children: ReactNode }

/** One decision about an order, under its heading. */
export function Panel({ heading, border = '', id, children }: PanelProps) {
  return (
    <section id={id} className={`admin-panel print:hidden ${border}`}>
      <h2>{heading}</h2>
      {children}
    </section>
  )
}

type FormProps = {
  order: AdminOrder
  /** Where it is folded away until asked for. */
  summary?: string
  open?: boolean
  children: ReactNode
}

/** Posts the revision that was read, so that a decision about an order that changed since is refused. */
export function ActionForm({ order, summary, open = false, children }: FormProps) {
  const form = (
    <Form method="post" className="mt-4 grid gap-4">
      <input type="hidden" name="revision" value={order.revision} />
      {children}
    </Form>
  )
  if (!summary) return form
  return (
    <Disclosure label={summary} isSmall className="mt-3" opens={open}>
      {form}
    </Disclosure>
  )
}

type ReasonProps = { label: string; of: readonly string[] }

/** `of`: the actions that are sent with it. */
export function Reason({ label, of }: ReasonProps) {
  const { action = '' } = useSent()
  return (
    <OwnFields isSent={of.includes(action)}>
      <ReasonField label={label} hint="Saved to the order history." rows={3} />
    </OwnFields>
  )
}
