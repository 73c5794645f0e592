import { reachShop, writes } from './lost-connection.ts'

let last: HTMLFormElement | null = null
let shown: HTMLElement | null = null

/**
 * Keeps a page when a form is submitted offline; otherwise the browser would show its own error page and
 * lose the input [LOST-01]. The admin area has its own banner (last-submit.tsx). Forms that the router sends
 * are tried, and end in `keepForm`; a script that handles a form itself has prevented its default by now.
 */
export function guardForms(): void {
  const reachable = new WeakSet<HTMLFormElement>()
  addEventListener('submit', (event) => {
    const { target: form, submitter } = event
    if (!(form instanceof HTMLFormElement) || location.pathname.startsWith('/admin')) return
    shown?.remove()
    last = form
    if (event.defaultPrevented || !writes(form)) return
    if (navigator.onLine || reachable.delete(form)) return
    event.preventDefault()
    void reachShop().then((answer) => {
      if (answer === null || !form.isConnected) return showNotSent(true)
      reachable.add(form)
      form.requestSubmit(submitter)
    })
  })
}

/**
 * Below the form that was submitted last, on any page. A form that was sent when the network was lost may
 * have arrived. React does not manage this node, so no page needs code for it.
 */
export function showNotSent(wasOffline: boolean): void {
  shown?.remove()
  if (!last?.isConnected) return
  shown = document.createElement('p')
  shown.role = 'alert'
  shown.className = 'mt-5 basis-full border border-alert px-4 py-3 text-alert'
  shown.textContent = wasOffline
    ? 'You seem to be offline. Nothing was sent. Try again once you’re back online.'
    : 'The connection was lost, so this may not have been sent. Please try again.'
  last.append(shown)
  shown.scrollIntoView({ block: 'nearest' })
}
