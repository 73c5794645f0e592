import type { ReactNode } from 'react'
import { Form } from 'react-router'
import type { TradeInPage } from '#app/.server/trade-ins/queries/trade-in-page.ts'
import { OwnFields, useSent } from '#app/ui/forms/form-fields.tsx'
import { Disclosure } from '../../components/disclosure.tsx'
import { SubmitButton } from '../../components/submit-button.tsx'

export type ShownTradeIn = TradeInPage & { formKey: string; mayReadIdentity: boolean }

export type ActionName = TradeInPage['actions'][number]

type Props = {
  page: ShownTradeIn
  name: ActionName
  /** On the button. */
  button: string
  /** The next step. */
  isNext?: boolean
  /** On the link that opens the form; without it the form is open. */
  summary?: string
  children?: ReactNode
}

/** One thing that staff can do now; nothing where it cannot be done. What was typed and refused stays in it. */
export function ActionForm({ page, name, button, isNext = false, summary, children }: Props) {
  const sent = useSent()
  const isSent = sent.action === `trade-in-${name}`
  if (!page.actions.includes(name)) return null
  const form = (
    <OwnFields isSent={isSent}>
      <Form method="post" noValidate className={`grid gap-4 ${summary ? 'mt-3' : ''}`}>
        <input type="hidden" name="revision" value={page.tradeIn.revision} />
        <input type="hidden" name="key" value={(isSent && sent.key) || page.formKey} />
        {children}
        <SubmitButton action={`trade-in-${name}`} gold={isNext} className="justify-self-start">
          {button}
        </SubmitButton>
      </Form>
    </OwnFields>
  )
  if (!summary) return form
  return (
    <Disclosure label={`${summary}…`} opens={isSent}>
      {form}
    </Disclosure>
  )
}

/** Whether any of these can be done. */
export const canDo = ({ actions }: TradeInPage, ...names: ActionName[]) =>
  names.some((name) => actions.includes(name))

/** What goes out by email, or has to be said by phone. */
export const emailHint = ({ tradeIn }: TradeInPage) =>
  tradeIn.email === null
    ? 'This customer has no email address, so tell them yourself.'
    : 'Emailed to the customer.'
