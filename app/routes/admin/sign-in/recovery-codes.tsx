import { Link } from 'react-router'
import { NewRecoveryCodes } from '../components/new-recovery-codes.tsx'

/** Shown once, when they were made; the shop keeps hashes alone. */
export function RecoveryCodes({ codes, email }: { codes: readonly string[]; email: string }) {
  return (
    <>
      <p className="mb-6">
        <strong>{email}</strong> is an admin of this shop now. Keep these recovery codes where you
        would find them without your phone. Each signs you in once, in place of a code from the app.
      </p>
      <NewRecoveryCodes codes={codes} email={email} />
      <p className="my-6 border-gold border-l-2 pl-4 text-muted text-sm">
        They are shown this once. With a reload of this page they are gone.
      </p>
      <Link to="/admin/dashboard" className="button button-gold">
        I have kept them: to the dashboard
      </Link>
    </>
  )
}
