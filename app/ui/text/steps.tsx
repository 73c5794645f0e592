import { Written } from './html-text.tsx'
import { Unbroken } from './no-break.tsx'

type Step = { heading: string; body: string }

const columns: Readonly<Record<number, string>> = {
  4: 'lg:grid-cols-4',
  5: 'lg:grid-cols-3',
  6: 'lg:grid-cols-3',
}

/** What is done in order, along a line with a mark at each step. */
export function Steps({ steps }: { steps: readonly Step[] }) {
  return (
    <ol
      className={`grid gap-x-8 gap-y-8 md:grid-cols-2 md:gap-y-12 ${columns[steps.length] ?? ''}`}
    >
      {steps.map(({ heading, body }, at) => (
        <li
          key={heading}
          className="relative border-t border-line pt-6 before:absolute before:-top-1 before:left-0 before:size-[7px] before:bg-gold max-md:grid max-md:grid-cols-[2.5rem_minmax(0,1fr)] md:pt-7"
        >
          <p
            aria-hidden="true"
            className="font-display text-3xl leading-none text-gold-deep max-md:row-span-2"
          >
            {at + 1}
          </p>
          <h3 className="font-sans text-base leading-normal font-medium md:mt-4">
            <Unbroken>{heading}</Unbroken>
          </h3>
          <Written html={body} className="mt-1.5 text-base text-muted" />
        </li>
      ))}
    </ol>
  )
}
