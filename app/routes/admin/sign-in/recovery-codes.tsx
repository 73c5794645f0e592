import { Link } from 'react-router'
import { NewRecoveryCodes } from '../components/new-recovery-codes.tsx'

/** Shown once, when they were made; the shop keeps hashes alone. */
export function RecoveryCodes({ codes, email }: { codes: readonly string[]; email: string }) {
  return (
    <>
      <p className="mb-6">
        <strong>{email}</strong> can now sign in to this shop’s admin area. Keep these recovery
        codes somewhere you can find them without your phone. Each one signs you in once, in place
        of a code from the app.
      </p>
      <NewRecoveryCodes codes={codes} email={email} />
      <p className="my-6 border-gold border-l-2 pl-4 text-muted text-sm">
        They’re shown only once. If you reload this page, they’ll be gone.
      </p>
      <Link to="/admin/dashboard" className="button button-gold">
        I’ve saved them: go to the dashboard
      </Link>
    </>
  )
}
