/**
 * Runs in the browser, as an inline script of the page (hydrate-after-paint.ts). It asks for the
 * page's scripts once the page has been painted; at the first touch or key; or after a second and a
 * half, for a page that is never painted or waits for a picture of another site.
 *
 * Who is quicker than the scripts loses nothing. A press of a button that needs them, a form sent to
 * them, a size or category chosen, words entered: each is kept and done again, in order, once React
 * answers. Links, and forms with their own address, work without scripts and are left alone.
 */
const kept = new Map<Element, () => void>()
let begun = false

function hydrate() {
  const deferred = document.getElementById('deferred-scripts')
  if (begun || !deferred) return
  begun = true
  for (const href of (deferred.dataset.scripts ?? '').split(' ')) {
    const link = document.createElement('link')
    link.rel = 'modulepreload'
    link.href = href
    document.head.append(link)
  }
  const script = document.createElement('script')
  script.type = 'module'
  script.textContent = deferred.textContent
  document.body.append(script)
}

function keep(element: Element, repeat: () => void) {
  kept.delete(element)
  kept.set(element, repeat)
}

/** A press, or a form sent, that nobody would hear. */
function keepPress(event: Event) {
  const pressed = (event.target as Element).closest(event.type === 'submit' ? 'form' : 'button')
  const form =
    pressed instanceof HTMLButtonElement && pressed.type !== 'submit'
      ? null
      : pressed?.closest('form')
  if (!pressed || form?.hasAttribute('action')) return
  event.preventDefault()
  event.stopImmediatePropagation()
  keep(pressed, () =>
    pressed instanceof HTMLFormElement ? pressed.requestSubmit() : (pressed as HTMLElement).click(),
  )
}

/** What was chosen or entered: React begins from what the server rendered. */
function keepInput({ target }: Event) {
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

function repeatKept() {
  for (const type of ['click', 'submit']) removeEventListener(type, keepPress, true)
  removeEventListener('input', keepInput, true)
  // One at a time: a press must find what the choice before it changed.
  const [element, repeat] = kept.entries().next().value ?? []
  if (!element || !repeat) return
  kept.delete(element)
  repeat()
  setTimeout(repeatKept)
}

function hydrateOncePainted() {
  requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(hydrate)))
}

for (const type of ['click', 'submit']) addEventListener(type, keepPress, true)
addEventListener('input', keepInput, true)
// Set by app/root.tsx.
new MutationObserver(repeatKept).observe(document.documentElement, {
  attributeFilter: ['data-hydrated'],
})
if (document.readyState === 'complete') hydrateOncePainted()
else addEventListener('load', hydrateOncePainted)
for (const type of ['pointerdown', 'keydown']) {
  addEventListener(type, hydrate, { capture: true, once: true, passive: true })
}
setTimeout(hydrate, 1500)
