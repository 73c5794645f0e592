import { createContext, type ReactNode, type RefObject, useContext, useEffect, useRef } from 'react'

type Submitted = { form: HTMLFormElement; by: HTMLElement | null }

const LastSubmit = createContext<RefObject<Submitted | null>>({ current: null })

/** Knows which form was submitted last, and by which button, so that it can be tried again. */
export function LastSubmitProvider({ children }: { children: ReactNode }) {
  const last = useRef<Submitted | null>(null)
  useEffect(() => {
    const submitted = ({ target, submitter }: SubmitEvent) => {
      const isForm = target instanceof HTMLFormElement
      // What only confirms another form is not what is to be sent again.
      if (isForm && !target.dataset.confirms) last.current = { form: target, by: submitter }
    }
    document.addEventListener('submit', submitted, true)
    return () => document.removeEventListener('submit', submitted, true)
  }, [])
  return <LastSubmit value={last}>{children}</LastSubmit>
}

/** Submits that form again, as it is filled in now. */
export function useSubmitAgain(): () => void {
  const last = useContext(LastSubmit)
  return () => {
    const { form, by } = last.current ?? {}
    if (form?.isConnected) form.requestSubmit(by?.isConnected ? by : null)
  }
}
