import {
  createContext,
  type ReactNode,
  type RefObject,
  useContext,
  useEffect,
  useRef,
  useState,
} from 'react'
import { reachShop, writes } from '#app/ui/page/lost-connection.ts'
import type { Failure } from './client-action.ts'

type Submitted = { form: HTMLFormElement; by: HTMLElement | null }

const LastSubmit = createContext<RefObject<Submitted | null>>({ current: null })
const Offline = createContext<Failure | null>(null)

/**
 * Knows which form was submitted last, and by which button, so that it can be tried again; and sends none
 * without a network: a browser would leave the page for its own, with all that was typed [PEOPLE-08].
 */
export function LastSubmitProvider({ children }: { children: ReactNode }) {
  const last = useRef<Submitted | null>(null)
  const [offline, setOffline] = useState<Failure | null>(null)
  useEffect(() => {
    const reachable = new WeakSet<HTMLFormElement>()
    const submitted = (event: SubmitEvent) => {
      const { target: form, submitter: by } = event
      if (!(form instanceof HTMLFormElement)) return
      // What only confirms another form is not what has to be sent again.
      if (!form.dataset.confirms) last.current = { form, by }
      if (!writes(form)) return
      if (navigator.onLine || reachable.delete(form)) return setOffline(null)
      // Before React hears of it, which listens on the document.
      event.preventDefault()
      event.stopImmediatePropagation()
      void reachShop().then((answer) => {
        if (answer && form.isConnected) {
          reachable.add(form)
          submitBy(form, by)
        } else {
          form.closest('dialog')?.close()
          setOffline({ ...youAreOffline })
        }
      })
    }
    window.addEventListener('submit', submitted, true)
    return () => window.removeEventListener('submit', submitted, true)
  }, [])
  return (
    <LastSubmit value={last}>
      <Offline value={offline}>{children}</Offline>
    </LastSubmit>
  )
}

const youAreOffline = {
  code: 'offline',
  message: 'You’re offline. Nothing was saved.',
  advice: 'What you typed is still here. Try again once you’re back online.',
  canRetry: true,
}

/** That a form was not sent for want of a network; null once one is sent. */
export const useOffline = (): Failure | null => useContext(Offline)

/** Submits that form again, as it is filled in now. */
export function useSubmitAgain(): () => void {
  const last = useContext(LastSubmit)
  return () => {
    const { form, by } = last.current ?? {}
    if (form?.isConnected) submitBy(form, by)
  }
}

/**
 * Buttons are disabled while the screen reloads after an answer. The value of a disabled one is
 * left out of what is sent, and it says what to do.
 */
function submitBy(form: HTMLFormElement, by: HTMLElement | null | undefined): void {
  if (by && !by.isConnected) {
    submitByCopy(form, by)
    return
  }
  const waiting = by instanceof HTMLButtonElement && by.disabled ? by : null
  if (waiting) waiting.disabled = false
  form.requestSubmit(by)
  if (waiting) waiting.disabled = true
}

/** An answer may take the pressed button off the screen: a copy says what to do [FRESH-08]. */
function submitByCopy(form: HTMLFormElement, by: HTMLElement): void {
  const copy = by.cloneNode() as HTMLElement
  copy.hidden = true
  copy.removeAttribute('id')
  copy.removeAttribute('disabled')
  form.append(copy)
  form.requestSubmit(copy)
  copy.remove()
}
