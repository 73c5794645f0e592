import { Fragment, type ReactNode } from 'react'

/** Names and values beside each other; a value that is null or false is left out. */
export function Facts({ facts }: { facts: readonly (readonly [name: string, ReactNode])[] }) {
  return (
    <dl className="grid gap-x-6 gap-y-1 text-sm wrap-anywhere sm:grid-cols-[auto_minmax(0,1fr)]">
      {facts
        .filter(([, value]) => value !== null && value !== false)
        .map(([name, value]) => (
          <Fragment key={name}>
            <dt className="text-muted">{name}</dt>
            <dd className="tabular min-w-0">{value}</dd>
          </Fragment>
        ))}
    </dl>
  )
}
