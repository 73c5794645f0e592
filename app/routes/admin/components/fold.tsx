import type { ReactNode } from 'react'

/** What is out of the way until somebody asks for it. */
export function Fold({ label, children }: { label: string; children: ReactNode }) {
  return (
    <details className="text-sm">
      <summary className="link inline-block py-1">{label}</summary>
      <div className="mt-2 grid grid-cols-1 gap-2 wrap-anywhere">{children}</div>
    </details>
  )
}

/** Names of settings and commands: they stand nowhere else in the admin area [HELP-02]. */
export function ForServer({ children }: { children: ReactNode }) {
  return <Fold label="For whoever runs the server">{children}</Fold>
}
