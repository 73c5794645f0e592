import { Form } from 'react-router'
import { brand } from '#brand'

type Props = {
  canEmail: boolean
  hasEnded: boolean
  wasAsked: boolean
  /** What the link is for. */
  to?: 'return' | 'trade in'
}

/**
 * The link to an order is handed on; a return needs access to the email of its address [RETURN-05].
 */
export function Confirm({ canEmail, hasEnded, wasAsked, to = 'return' }: Props) {
  if (wasAsked) {
    return (
      <p role="status" className="mt-6">
        We’re emailing a link to the address on this order. It works for an hour and lets you {to} a
        piece.
      </p>
    )
  }
  if (!canEmail) {
    return (
      <p className="mt-6">
        To {to} a piece, please email{' '}
        <a className="link" href={`mailto:${brand.email}`}>
          {brand.email}
        </a>{' '}
        or call{' '}
        {brand.phoneLink ? (
          <a className="link unbroken" href={brand.phoneLink}>
            {brand.phone}
          </a>
        ) : (
          brand.phone
        )}{' '}
        with your order number.
      </p>
    )
  }
  return (
    <Form method="post" className="mt-6 grid gap-5">
      <p>
        {hasEnded && 'That link has expired. '}
        To make sure it’s you, we’ll email a link to the address on this order. It works for an
        hour.
      </p>
      <p>
        <button type="submit" name="action" value="link" className="button button-gold">
          Email me the link
        </button>
      </p>
    </Form>
  )
}
