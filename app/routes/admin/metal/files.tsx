type Props = { name: 'entries' | 'orders'; label: string; years: readonly number[] }

/** A file for each year, for a spreadsheet. */
export function Files({ name, label, years }: Props) {
  return (
    <p className="flex flex-wrap gap-x-4 text-sm print:hidden">
      <span className="py-1 text-muted">{label}, CSV:</span>
      {years.map((year) => (
        <a
          key={year}
          href={`/admin/dashboard/metal/${name}-${year}.csv`}
          download
          aria-label={`${label}, ${year}, CSV`}
          className="link py-1"
        >
          {year}
        </a>
      ))}
    </p>
  )
}
