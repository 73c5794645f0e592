/** The page prints as a packing slip: what stands on a desk alone is left out by its style. */
export function PrintButton() {
  return (
    <button type="button" onClick={() => window.print()} className="link py-1 print:hidden">
      Print packing slip
    </button>
  )
}
