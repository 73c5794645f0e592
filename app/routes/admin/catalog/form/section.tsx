import { type ReactNode, useId } from 'react'

type Props = { title: string; note?: ReactNode; children: ReactNode }

/** A part of the form under its heading [FORM-04]. */
export function Section({ title, note, children }: Props) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="admin-panel grid min-w-0 grid-cols-1 gap-5">
      <div>
        <h2 id={id}>{title}</h2>
        {note && <p className="mt-1 text-muted text-sm">{note}</p>}
      </div>
      {children}
    </section>
  )
}
