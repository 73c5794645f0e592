import { type ReactNode, useId, useState } from 'react'
import { Form } from 'react-router'
import { FormFields } from '#app/ui/forms/form-fields.tsx'
import type { Failure } from '../components/client-action.ts'
import { Disclosure } from '../components/disclosure.tsx'
import { ErrorBanner } from '../components/error-banner.tsx'
import { useWrongFieldFocus } from '../sign-in/focus-wrong-field.ts'
import type { AccountActionResult } from './actions.ts'

/** What the screen was last answered, or a failure that came without an answer. */
export type Answered = AccountActionResult | { refused: Failure } | undefined

type Props = {
  action: string
  title: string
  /** What it does, below the title. */
  about: ReactNode
  /** On the button that opens it; null where it stands open. */
  opens: string | null
  answered: Answered
  children: ReactNode
}

/**
 * One form of the account screen, emptied and folded once it was done. Refused, it focuses the first
 * field that it is about: the banner above the form may be far from it [SESS-09].
 */
export function AccountForm({ action, title, about, opens, answered, children }: Props) {
  const heading = useId()
  const answer = answerTo(action, answered)
  const element = useWrongFieldFocus(answer?.fields)
  const [done, setDone] = useState({ times: 0, last: answer?.done })
  if (answer?.done && answer.done !== done.last) {
    setDone({ times: done.times + 1, last: answer.done })
  }
  const form = (
    <FormFields refused={{ errors: answer?.fields }}>
      <Form
        key={done.times}
        ref={element}
        method="post"
        noValidate
        preventScrollReset
        aria-labelledby={heading}
        className={`${opens === null ? 'mt-6 ' : ''}grid gap-5`}
      >
        <input type="hidden" name="action" value={action} />
        {children}
      </Form>
    </FormFields>
  )
  return (
    <section aria-labelledby={heading}>
      <h2 id={heading}>{title}</h2>
      <p className="mt-2 text-muted">{about}</p>
      <ErrorBanner error={answer?.refused} />
      {opens === null ? (
        form
      ) : (
        <Disclosure
          key={done.times}
          look="button"
          label={opens}
          opens={answer?.refused ?? answer?.shown}
          staysOpen
        >
          {form}
        </Disclosure>
      )}
    </section>
  )
}

/** The answer where it was to this form. */
export function answerTo(action: string, answered: Answered): AccountActionResult | undefined {
  return answered && 'action' in answered && answered.action === action ? answered : undefined
}
