type Row = { figure: string; label: string; text: string }

/** How long custom work takes, on a slip of its own [FACT-10]. */
export function Timeline({ heading, rows }: { heading: string; rows: readonly Row[] }) {
  return (
    <section aria-labelledby="timeline" className="border border-line bg-raised p-6 lg:p-8">
      <h2 id="timeline" className="eyebrow font-sans font-normal">
        {heading}
      </h2>
      <dl className="mt-2 divide-y divide-line">
        {rows.map(({ figure, label, text }) => (
          <div key={label} className="flex flex-col py-5 last:pb-0">
            <dt className="order-2 mt-1.5 text-[0.9375rem] font-medium">{label}</dt>
            <dd className="tabular order-1 font-display text-[1.75rem] leading-tight md:text-xl lg:text-[1.75rem]">
              {figure}
            </dd>
            <dd className="order-3 text-sm text-muted">{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
