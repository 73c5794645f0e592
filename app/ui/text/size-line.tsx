import { Fragment } from 'react'

/** The parts of a size (`sizeParts`) with dots between, each but the name on one line [FACTS-01]. */
export function SizeLine({ parts }: { parts: readonly string[] }) {
  return parts.map((part, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one size keep their order.
    <Fragment key={at}>
      {at > 0 && ' · '}
      {at > 0 ? <span className="whitespace-nowrap">{part}</span> : part}
    </Fragment>
  ))
}
