/** Fields that some browser steps or changes by the scroll wheel while they are focused. */
const stepped =
  'input:is([type="number"],[type="range"],[type="date"],[type="time"],[type="month"],[type="week"],[type="datetime-local"]), select'

/**
 * The scroll wheel scrolls the page and never changes a field: a weight or a sum would be another one
 * at the next Save. Browsers change only the focused field, so it is blurred while the event is
 * handled; then it has the focus again. Arrow keys step as before.
 */
export function guardWheel(): void {
  const onWheel = () => {
    const field = document.activeElement
    if (!(field instanceof HTMLElement) || !field.matches(stepped)) return
    field.blur()
    setTimeout(() => {
      if (document.activeElement === document.body) field.focus({ preventScroll: true })
    })
  }
  addEventListener('wheel', onWheel, { capture: true, passive: true })
}
