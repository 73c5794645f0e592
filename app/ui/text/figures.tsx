import { Unbroken } from './no-break.tsx'

type Figure = { figure: string; label: string; text: string }

/** Figures set large, like an assayer's marks, with the words that belong to them. */
export function Figures({ figures }: { figures: readonly Figure[] }) {
  return (
    <dl className="grid border-y border-line max-md:divide-y max-md:divide-line md:auto-cols-fr md:grid-flow-col md:divide-x md:divide-line">
      {figures.map(({ figure, label, text }) => (
        <div
          key={label}
          className="flex flex-col py-8 md:px-6 md:py-12 lg:px-8 md:first:pl-0 md:last:pr-0"
        >
          <dt className="order-2 mt-5 font-medium">
            <Unbroken>{label}</Unbroken>
          </dt>
          <dd className="order-1 font-display text-[min(3rem,18vw)] leading-none md:text-[2.625rem] lg:text-6xl">
            <Unbroken>{figure}</Unbroken>
          </dd>
          <dd className="order-3 mt-1 text-muted">
            <Unbroken>{text}</Unbroken>
          </dd>
        </div>
      ))}
    </dl>
  )
}
