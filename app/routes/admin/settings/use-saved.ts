import { useEffect } from 'react'
import type { NotDone } from '../components/staying-here.ts'
import { useToast } from '../components/toasts.tsx'
import type { Saved } from './saving.ts'

/**
 * The success message, once for each answer [ERR-02]. Else the error for the banner, with what was
 * typed and is wrong in it where the server looked at it.
 */
export function useSaved<Typed>(answered: Saved<Typed> | NotDone | undefined) {
  const say = useToast()
  const saved = answered && 'saved' in answered ? answered : null
  useEffect(() => {
    if (saved?.saved) say(saved.message)
  }, [saved, say])
  const refused = saved?.saved === false ? saved : null
  return {
    error: answered && 'refused' in answered ? answered.refused : refused,
    typed: refused?.typed,
    fields: refused?.fields ?? {},
  }
}
