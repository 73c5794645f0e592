import type { ReactNode } from 'react'
import { Form } from 'react-router'
import { FormFields } from '#app/ui/forms/form-fields.tsx'
import type { Failure } from '../components/client-action.ts'
import { ErrorBanner } from '../components/error-banner.tsx'
import { SubmitButton } from '../components/submit-button.tsx'

type Shown = Readonly<Record<string, unknown>>

type Props = {
  stored: Shown
  refused: Failure<Shown> | undefined
  /** Width and distances. */
  className?: string
  children: ReactNode
}

/** The form of one setting, with what is wrong above it and the button below. */
export function SettingsForm({ stored, refused, className = 'max-w-xl gap-5', children }: Props) {
  const sent = { errors: refused?.errors, typed: refused?.typed && asSent(refused.typed) }
  return (
    <>
      <ErrorBanner error={refused} />
      <Form method="post" noValidate className={`mt-6 grid ${className}`}>
        <FormFields refused={sent} values={asSent(stored)}>
          {children}
        </FormFields>
        <SubmitButton gold className="justify-self-start">
          Save Changes
        </SubmitButton>
      </Form>
    </>
  )
}

/** As a form posts them: a checked box is `yes`. Lists have fields of their page. */
function asSent(values: Shown): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => {
      if (value === true) return [[name, 'yes']]
      return typeof value === 'string' || typeof value === 'number' ? [[name, `${value}`]] : []
    }),
  )
}
