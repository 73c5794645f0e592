import type { ReactNode } from 'react'

type Props = { topic: string; title: string; open: readonly string[]; children: ReactNode }

/** One part of the checklist: whether it is done, what is open, and below it where that is done. */
export function TopicSection({ topic, title, open, children }: Props) {
  const heading = `setup-${topic}`
  return (
    <li>
      <section aria-labelledby={heading} className="admin-panel min-w-0">
        <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
          <h2 id={heading}>{title}</h2>
          <p className={open.length === 0 ? 'text-muted' : 'font-medium text-notice'}>
            {open.length === 0 ? 'Done' : `${open.length} open`}
          </p>
        </div>
        {open.length > 0 && (
          <ul className="mt-3 grid list-disc gap-1.5 pl-5 wrap-anywhere">
            {open.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        )}
        <div className="mt-4 grid gap-4 text-sm wrap-anywhere">{children}</div>
      </section>
    </li>
  )
}
