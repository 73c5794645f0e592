/** Where the circle of the edge has its center, far below the picture. */
const center = '240 739'

/**
 * A stretch of a pendant's edge, many times enlarged, with the three marks on it. Decoration: the
 * text beside it names them.
 */
export function Inscription({ weight, purity }: { weight: string; purity: string }) {
  return (
    <svg viewBox="0 98 480 176" aria-hidden="true" className="w-full">
      <g fill="none" className="stroke-gold">
        <circle cx="240" cy="739" r="582" strokeWidth="102" className="opacity-15" />
        <circle cx="240" cy="739" r="633" strokeWidth="1.5" />
        <circle cx="240" cy="739" r="531" strokeWidth="1.5" />
        <circle cx="240" cy="739" r="524" strokeWidth=".75" />
      </g>
      <g textAnchor="middle" className="tabular fill-ink font-display text-[46px] font-medium">
        <text x="240" y="174" transform={`rotate(-16.5 ${center})`}>
          {weight}
        </text>
        <text x="240" y="174">
          {purity}
        </text>
      </g>
      <g transform={`rotate(15.5 ${center})`} className="fill-none stroke-ink" strokeWidth="1.75">
        <path d="M219 147 l9 -9 h24 l9 9 v24 l-9 9 h-24 l-9 -9 z" />
        {[231, 249].flatMap((x) =>
          [150, 168].map((y) => (
            <circle key={`${x} ${y}`} cx={x} cy={y} r="3.25" className="fill-ink stroke-none" />
          )),
        )}
      </g>
    </svg>
  )
}
