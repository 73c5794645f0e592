import { Link } from 'react-router'

/** What visitors don’t see, though it is switched on: it would have to send emails. */
export function NoEmailNotice({ what }: { what: string }) {
  return (
    <p className="mt-4 max-w-xl border border-notice px-4 py-3">
      {what} isn’t shown because your shop can’t send email.{' '}
      <Link to="/admin/dashboard/setup" className="link">
        Add an email server in Setup
      </Link>
      .
    </p>
  )
}
