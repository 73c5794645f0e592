import { Fragment, type ReactNode } from 'react'

const nothing: readonly ReactNode[] = [null, undefined, false, '']

/** Names and values beside each other; a name without a value is left out. */
export function Facts({ facts }: { facts: readonly (readonly [name: string, ReactNode])[] }) {
  return (
    <dl className="grid gap-x-6 gap-y-1 text-sm wrap-anywhere sm:grid-cols-[auto_minmax(0,1fr)]">
      {facts
        .filter(([, value]) => !nothing.includes(value))
        .map(([name, value]) => (
          <Fragment key={name}>
            <dt className="text-muted">{name}</dt>
            <dd className="min-w-0">{value}</dd>
          </Fragment>
        ))}
    </dl>
  )
}
