import type { ReactNode } from 'react'
import { Link, useNavigation } from 'react-router'
import { Spinner } from '#app/ui/spinner.tsx'
import { AdminFrame } from '../components/admin-frame.tsx'

/** A page before the guard: one narrow column, one thing to do. */
export function SignInLayout({ title, children }: { title: string; children: ReactNode }) {
  return (
    <AdminFrame email={null} health={null}>
      <div className="mx-auto w-full max-w-md py-12 md:py-20">
        <h1 className="mb-8">{title}</h1>
        {children}
      </div>
    </AdminFrame>
  )
}

/** The one button of such a page; `working`: what it shows until the answer is there. */
export function StepButton({ working, children }: { working: string; children: ReactNode }) {
  const isWorking = useNavigation().state !== 'idle'
  return (
    <button type="submit" className="button button-gold" disabled={isWorking}>
      {isWorking ? <Spinner label={working} /> : children}
    </button>
  )
}

/** Where to go from a page on which nothing is left to do. */
export function NextLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <p className="mt-6">
      <Link to={to} className="link inline-block py-1">
        {children}
      </Link>
    </p>
  )
}
