import type { ReactNode } from 'react'
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
