/** A bent pendant, and the same gold in its old form. */
export function Recast() {
  return (
    <svg viewBox="0 0 360 190" aria-hidden="true" className="w-full overflow-visible" fill="none">
      <g className="stroke-muted" strokeWidth="1.5" strokeLinejoin="round">
        <circle cx="85" cy="21" r="9" />
        <path d="M112 38 A 67 67 0 1 0 112 158 C 138 150 150 78 112 38 Z" />
        <path d="M112 38 C 104 80 104 118 112 158" strokeWidth="1" />
        <path d="M117 60 C 128 84 127 122 120 143" strokeWidth=".75" />
      </g>
      <path d="M166 98 h38 m-9 -8 l9 8 l-9 8" className="stroke-gold-deep" strokeWidth="1.25" />
      <g className="stroke-gold" strokeWidth="1.75">
        <circle cx="290" cy="21" r="9" />
        <circle cx="290" cy="98" r="68" className="fill-gold/15" />
        <circle cx="290" cy="98" r="61" strokeWidth=".75" />
      </g>
    </svg>
  )
}
