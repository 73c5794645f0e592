import { createContext, type ReactNode, type RefObject, useContext, useEffect, useRef } from 'react'

type Submitted = { form: HTMLFormElement; by: HTMLElement | null }

const LastSubmit = createContext<RefObject<Submitted | null>>({ current: null })

/** Remembers which form was submitted last, and by which button, so that it can be tried again. */
export function RememberSubmit({ children }: { children: ReactNode }) {
  const last = useRef<Submitted | null>(null)
  useEffect(() => {
    const remember = ({ target, submitter }: SubmitEvent) => {
      if (target instanceof HTMLFormElement) last.current = { form: target, by: submitter }
    }
    document.addEventListener('submit', remember, true)
    return () => document.removeEventListener('submit', remember, true)
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
