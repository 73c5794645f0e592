import { useEffect } from 'react'
import { useToast } from '../kit/toasts.tsx'
import type { Saved } from './saving.ts'

/** The success message, once for each answer [ERR-02]. Answers the error for the banner, if any. */
export function useSaved<Typed>(answered: Saved<Typed> | undefined): Saved<Typed> | null {
  const say = useToast()
  useEffect(() => {
    if (answered?.saved) say(answered.message)
  }, [answered, say])
  return answered && !answered.saved ? answered : null
}
