/**
 * Runs in the browser, as text in the page (see hydrate-after-paint.ts): all it needs stands inside.
 * It asks for the page's scripts once the page has been painted; at the first touch or key; or after
 * a second and a half, for a page that is never painted or waits for the picture of a third party.
 *
 * Who is quicker than the scripts loses nothing. A press of a button that needs them, a form sent to
 * them, a size or category chosen, words typed: each is kept and done again, in order, when the page
 * is hydrated. Links, and forms with an address of their own, work without scripts and are left alone.
 */
export function hydratePage(): void {
  const page = document.documentElement
  const kept = new Map<Element, () => void>()
  let begun = false

  function loadScripts() {
    const from = document.getElementById('deferred-scripts')
    if (begun || !from) return
    begun = true
    for (const href of (from.dataset.scripts ?? '').split(' ')) {
      const link = document.createElement('link')
      link.rel = 'modulepreload'
      link.href = href
      document.head.append(link)
    }
    const script = document.createElement('script')
    script.type = 'module'
    script.textContent = from.textContent
    document.body.append(script)
  }

  function keep(one: Element, again: () => void) {
    kept.delete(one)
    kept.set(one, again)
  }

  /** A press, or a form sent, that no script would handle yet. */
  function hold(event: Event) {
    const sent = event.type === 'submit'
    const one = (event.target as Element).closest(sent ? 'form' : 'button')
    const form =
      one instanceof HTMLButtonElement && one.type !== 'submit' ? null : one?.closest('form')
    if (!one || form?.hasAttribute('action')) return
    event.preventDefault()
    event.stopImmediatePropagation()
    keep(one, () =>
      one instanceof HTMLFormElement ? one.requestSubmit() : (one as HTMLElement).click(),
    )
  }

  /** What was chosen or typed: React begins from what the server rendered. */
  function note({ target }: Event) {
    if (target instanceof HTMLSelectElement) {
      const { value } = target
      keep(target, () => {
        target.value = value
        target.dispatchEvent(new Event('change', { bubbles: true }))
      })
    } else if (target instanceof HTMLInputElement && /^(radio|checkbox)$/.test(target.type)) {
      const { checked } = target
      keep(target, () => {
        // React takes a click for a choice only if it saw the opposite before.
        target.checked = !checked
        target.click()
      })
    } else if (target instanceof Element) {
      keep(target, () => target.dispatchEvent(new Event('input', { bubbles: true })))
    }
  }

  function replay() {
    for (const type of ['click', 'submit']) removeEventListener(type, hold, true)
    removeEventListener('input', note, true)
    // One at a time: a press must find what the choice before it changed.
    const [one, again] = kept.entries().next().value ?? []
    if (!one || !again) return
    kept.delete(one)
    again()
    setTimeout(replay)
  }

  function painted() {
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(loadScripts)))
  }

  for (const type of ['click', 'submit']) addEventListener(type, hold, true)
  addEventListener('input', note, true)
  new MutationObserver(replay).observe(page, { attributeFilter: ['data-hydrated'] })
  if (document.readyState === 'complete') painted()
  else addEventListener('load', painted)
  for (const touch of ['pointerdown', 'keydown'])
    addEventListener(touch, loadScripts, { capture: true, once: true, passive: true })
  setTimeout(loadScripts, 1500)
}
