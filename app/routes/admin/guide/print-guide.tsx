/** Hidden where no script could answer it; every browser prints by its own menu too. */
export function PrintGuide() {
  return (
    <button
      type="button"
      onClick={() => window.print()}
      className="needs-script button button-line print:hidden"
    >
      Print this page
    </button>
  )
}
