/** An assayer's balance, level: gold on one side, weights on the other. */
export function Balance() {
  return (
    <svg viewBox="0 0 320 250" aria-hidden="true" className="w-full overflow-visible" fill="none">
      <g className="stroke-ink" strokeWidth="1.25">
        <path d="M160 34 V228 M110 238 h100 M122 228 h76 v10 h-76 z" />
        <path d="M44 44 C 100 36 130 40 160 40 C 190 40 220 36 276 44" />
        <path
          d="M44 44 L16 162 M44 44 L72 162 M276 44 L248 162 M276 44 L304 162"
          strokeWidth=".75"
        />
        <path d="M10 162 h68 c-4 20 -20 26 -34 26 s-30 -6 -34 -26 z" />
        <path d="M242 162 h68 c-4 20 -20 26 -34 26 s-30 -6 -34 -26 z" />
        <path d="M160 40 V92 M152 100 q8 4 16 0" strokeWidth=".75" />
        <path d="M262 162 v-24 h8 v-6 h4 v6 h8 v24 M284 162 v-14 h6 v-4 h3 v4 h6 v14" />
      </g>
      <path
        d="M26 162 c-2 -10 6 -13 9 -19 c4 -7 14 -4 18 1 c5 2 11 7 9 18 z"
        className="fill-gold stroke-gold"
      />
      <path d="M160 26 l7 14 h-14 z" className="fill-gold" />
    </svg>
  )
}
