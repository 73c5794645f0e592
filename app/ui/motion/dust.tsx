const specks = Array.from({ length: 50 }, (_, at) => at)

/** Gold dust behind the page [NAV-12]: decoration, drawn and moved by motion.css alone. */
export function Dust() {
  return (
    <div className="dust" aria-hidden="true">
      {specks.map((at) => (
        <i key={at} />
      ))}
    </div>
  )
}
