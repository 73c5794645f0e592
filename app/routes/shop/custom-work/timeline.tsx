import { Unbroken } from '#app/ui/text/no-break.tsx'

type Row = { figure: string; label: string; text: string }

/** How long custom work takes, in a separate panel [FACTS-31]. */
export function Timeline({ heading, rows }: { heading: string; rows: readonly Row[] }) {
  return (
    <section aria-labelledby="timeline" className="frame mb-16 md:mb-20">
      <div className="border border-line bg-raised p-6 lg:p-8">
        <h2 id="timeline" className="eyebrow font-sans font-normal">
          {heading}
        </h2>
        <dl className="mt-2 gap-x-8 max-md:divide-y max-md:divide-line md:mt-6 md:grid md:grid-cols-3">
          {rows.map(({ figure, label, text }) => (
            <div key={label} className="flex flex-col py-5 max-md:last:pb-0 md:py-0">
              <dt className="order-2 mt-1.5 text-[0.9375rem] font-medium">
                <Unbroken>{label}</Unbroken>
              </dt>
              <dd className="order-1 font-display text-[1.75rem] leading-tight md:text-xl lg:text-[1.75rem]">
                <Unbroken>{figure}</Unbroken>
              </dd>
              <dd className="order-3 text-sm text-muted">
                <Unbroken>{text}</Unbroken>
              </dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  )
}
