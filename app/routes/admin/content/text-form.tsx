import type { ReactNode } from 'react'
import { Form } from 'react-router'
import type { TextHistory } from '#app/.server/content/queries/text-history.ts'
import { FormFields } from '#app/ui/forms/form-fields.tsx'
import type { Failure } from '../components/client-action.ts'
import { ShopTime } from '../components/shop-time.tsx'
import { SubmitButton } from '../components/submit-button.tsx'
import { LeaveWarning } from './leave-warning.tsx'
import { TextFields } from './text-fields.tsx'
import { Seen } from './text-versions.tsx'

type Props = {
  text: TextHistory
  refused: Failure<Record<string, string>> | undefined
  /** What was entered, where it is neither published nor kept. */
  typed: Record<string, string> | undefined
  /** Fields that are no part of the text, and what else can be done with what is entered. */
  moreFields?: ReactNode
  moreButtons?: ReactNode
}

/** The fields of a text, to be published or kept as a draft. */
export function TextForm({ text, refused, typed, moreFields, moreButtons }: Props) {
  const { key, version, draft, fields, values } = text
  // Other values once it was published, kept or reverted; what was entered stays over a refusal.
  const form = `${key} ${version} ${draft?.revision ?? 0}`
  return (
    <>
      {draft && (
        <p className="border-notice border-l-2 pl-3 text-sm wrap-anywhere">
          This is a draft of {draft.by}, <ShopTime at={draft.at} />. It takes effect once you
          publish it.
        </p>
      )}
      <FormFields refused={refused}>
        <Form key={form} method="post" preventScrollReset noValidate className="grid gap-5">
          <Seen text={text} />
          <TextFields fields={fields} values={typed ?? values} />
          {moreFields}
          <LeaveWarning />
          <div className="flex flex-wrap gap-3">
            <SubmitButton gold action="publish">
              Publish
            </SubmitButton>
            <SubmitButton action="draft">Save draft</SubmitButton>
            {draft && <SubmitButton action="discard">Discard the draft</SubmitButton>}
            {moreButtons}
          </div>
        </Form>
      </FormFields>
    </>
  )
}
