import { Form } from 'react-router'
import type { WaitingEdit } from '#app/.server/order-edits/queries/waiting-edit.ts'
import { formatCents } from '#app/domain/money/cents.ts'
import { useSent } from '#app/ui/forms/form-fields.tsx'
import { ReasonField } from '#app/ui/forms/reason-field.tsx'
import { Disclosure } from '../components/disclosure.tsx'
import { ShopTime } from '../components/shop-time.tsx'
import { SubmitButton } from '../components/submit-button.tsx'

type Props = { edit: WaitingEdit; revision: number; mayDecide: boolean }

/** A change that takes effect once its buyer has paid [EDIT-07]. */
export function WaitingChange({ edit, revision, mayDecide }: Props) {
  const { what, reason, due, url, endsAt, state } = edit
  const isSent = useSent().action === 'cancel-edit'
  return (
    <section className="admin-panel border-notice print:hidden">
      <h2>Change awaiting payment</h2>
      <p className="mt-2 wrap-anywhere">
        {what}. {reason}
      </p>
      <p className="mt-2 text-sm">
        {formatCents(due)} is due.{' '}
        {state === 'open' ? (
          <>
            The buyer can pay until <ShopTime at={endsAt} />. The order changes once it’s paid.
          </>
        ) : (
          'The payment link can’t be paid right now.'
        )}
      </p>
      {mayDecide && (
        <>
          <p className="mt-1 text-sm">
            <a href={url} className="link inline-block py-1 wrap-anywhere">
              {url}
            </a>
          </p>
          <Disclosure label="Cancel the change…" isSmall className="mt-2" opens={isSent}>
            <Form method="post" preventScrollReset className="mt-2 grid gap-3">
              <input type="hidden" name="revision" value={revision} />
              <ReasonField label="Why you’re canceling the change" />
              <SubmitButton action="cancel-edit" className="justify-self-start">
                Cancel the change
              </SubmitButton>
            </Form>
          </Disclosure>
        </>
      )}
    </section>
  )
}
