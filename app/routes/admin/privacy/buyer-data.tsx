import { useEffect } from 'react'
import { Form, useFetcher } from 'react-router'
import type { AdminOrder } from '#app/.server/orders/queries/order-detail-page.ts'
import type { BuyerOfOrder } from '#app/.server/privacy/queries/buyer-of-order.ts'
import { TextField } from '#app/ui/forms/fields.tsx'
import { FormFields } from '#app/ui/forms/form-fields.tsx'
import type { Failure } from '../components/client-action.ts'
import { Disclosure } from '../components/disclosure.tsx'
import { ErrorBanner } from '../components/error-banner.tsx'
import { SubmitButton } from '../components/submit-button.tsx'

type Props = {
  order: Pick<AdminOrder, 'id' | 'summary'>
  /** null: nothing that is stored names a buyer. */
  buyer: BuyerOfOrder | null
  /** What an erasure has just done. */
  report: string[] | null
  refused: Failure<Record<string, string>> | undefined
}

/** What a buyer may ask for: a copy of what the shop holds about them, and that it goes; for owners. */
export function BuyerData({ order, buyer, report, refused }: Props) {
  return (
    <div className="grid gap-4">
      {report && (
        <div role="status" className="grid gap-1">
          {report.map((message) => (
            <p key={message} className="wrap-anywhere">
              {message}
            </p>
          ))}
        </div>
      )}
      <ErrorBanner error={refused} />
      {buyer ? (
        <>
          <Export order={order} buyer={buyer} />
          <Erase order={order} buyer={buyer} refused={refused} />
          <noscript>
            <p className="text-sm">
              Both require a code from the last ten minutes:{' '}
              <a href="/admin/confirm" className="link">
                confirm it’s you
              </a>{' '}
              first.
            </p>
          </noscript>
        </>
      ) : (
        !report && <p className="text-muted">No email address is stored with this order.</p>
      )}
    </div>
  )
}

type Exported = { email: string; orders: object[] }

function Export({ order, buyer }: { order: Props['order']; buyer: BuyerOfOrder }) {
  const { number } = order.summary
  const fetcher = useFetcher<Exported | { refused: Failure }>()
  const answer = fetcher.data
  useEffect(() => {
    if (answer && 'orders' in answer) saveFile(`${number}-buyer.json`, answer)
  }, [answer, number])
  return (
    <div>
      <p className="text-sm wrap-anywhere">
        All the data we store for {buyer.email} (orders, addresses, payments, and emails), ready to
        send if the buyer asks for it.
      </p>
      {/* Beside the form: the banner may hold its own form. */}
      {answer && 'refused' in answer && <ErrorBanner error={answer.refused} />}
      <fetcher.Form
        method="post"
        action={`/admin/dashboard/orders/${order.id}/buyer`}
        className="mt-3"
      >
        <button type="submit" disabled={fetcher.state !== 'idle'} className="button button-line">
          Export as a file
        </button>
      </fetcher.Form>
    </div>
  )
}

function Erase({
  order,
  buyer,
  refused,
}: Pick<Props, 'order' | 'refused'> & { buyer: BuyerOfOrder }) {
  const { number } = order.summary
  const { erasable, left } = buyer
  return (
    <Disclosure label="Erase buyer’s data…" isSmall opens={refused !== undefined}>
      <div className="mt-3 grid gap-3 text-sm wrap-anywhere">
        {left.map((each) => (
          <p key={each.number} className="text-notice">
            {each.number} can’t be erased yet. {each.why}
          </p>
        ))}
        {erasable.length > 0 && (
          <>
            <p>
              Permanently removed from {erasable.join(', ')}: name, street, city, ZIP code, and
              email, what the payment provider reported about the buyer, and the text of emails
              about the order. The buyer’s order page will no longer show any of it.
            </p>
            <p>
              Kept, because tax law requires it: order number, pieces, amounts, dates, payments and
              their references, and the state and country it shipped to.
            </p>
            <p>
              Not affected: earlier backups, which are deleted within 8 weeks; Stripe’s own records;
              and what EasyPost and the carriers keep about labels you bought (name, address, and
              tracking). Ask EasyPost to delete those.
            </p>
            <FormFields refused={refused}>
              <Form method="post" preventScrollReset className="grid gap-4 text-base">
                <input type="hidden" name="action" value="erase" />
                <TextField
                  name="number"
                  label="Order number"
                  hint={`To confirm, enter ${number}.`}
                  kind="code"
                  required
                  maxLength={40}
                />
                <SubmitButton className="justify-self-start">Erase Permanently</SubmitButton>
              </Form>
            </FormFields>
          </>
        )}
      </div>
    </Disclosure>
  )
}

/** Hands the browser a file that is not at any address. */
function saveFile(name: string, content: object): void {
  const url = URL.createObjectURL(
    new Blob([JSON.stringify(content, null, 2)], { type: 'application/json' }),
  )
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
