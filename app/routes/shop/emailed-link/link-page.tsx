import type { ReactNode } from 'react'
import { Form, Link } from 'react-router'
import { confirmWithin } from '#app/domain/emails/confirmation.ts'

type Props = {
  title: string
  /** Why the button could not do it. */
  refused?: string | undefined
  /** What to know before pressing the button, or the result. */
  children: ReactNode
  /** Without one there is nothing left to do. */
  button?: string | undefined
  /** Where to go from there. */
  next?: { to: string; label: string }
}

/** The page that a link in an email opens: nothing changes before its button is pressed, since programs open links. */
export function LinkPage({ title, refused, children, button, next = collection }: Props) {
  return (
    <article className="mx-auto w-full max-w-xl px-5 py-14 md:px-8 md:py-20">
      <h1>{title}</h1>
      {refused && <Refused>{refused}</Refused>}
      {children}
      {button ? (
        <Form method="post" className="mt-8">
          <button type="submit" className="button button-gold">
            {button}
          </button>
        </Form>
      ) : (
        <p className="mt-6">
          <Link to={next.to} className="link inline-block py-1">
            {next.label}
          </Link>
        </p>
      )}
    </article>
  )
}

const collection = { to: '/products', label: 'See the collection' }

/** The message on a page opened from an email. */
export function LinkText({ children }: { children: ReactNode }) {
  return (
    <p role="status" className="mt-6 wrap-anywhere">
      {children}
    </p>
  )
}

/** Why a form or a button did nothing. */
export function Refused({ children }: { children: ReactNode }) {
  return (
    <p role="alert" className="mt-6 border border-alert p-4 text-alert">
      {children}
    </p>
  )
}

/** After a form that emails a link. `toDo`: what opening it is for, as “confirm the alert”. */
export function CheckEmail({ sentTo, toDo }: { sentTo: string; toDo: string }) {
  return (
    <div role="status" className="mt-8 grid gap-4">
      <p className="font-display text-2xl leading-snug">Check your email.</p>
      <p className="wrap-anywhere">
        We sent a link to {sentTo}. Open it {confirmWithin} to {toDo}.
      </p>
      <p className="text-muted">No email after a few minutes? Check your spam folder.</p>
    </div>
  )
}
