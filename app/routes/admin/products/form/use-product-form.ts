import { useEffect, useRef, useState } from 'react'
import type { ProductDraft } from '#app/contracts/product.ts'
import { draftFrom, type FormState, formStateOf, isSame } from './form-state.ts'
import { forgetDraft, readDraft, type SavedDraft, saveDraft } from './saved-draft.ts'

/** What the form was opened with. `id` and `revision` are null for a new product. */
export type Opened = {
  id: string | null
  draft: ProductDraft
  revision: number | null
  /** Looks at what is stored, beside another tab in which the draft is being typed. */
  besideADraft?: boolean
}

/**
 * The form's contents, kept in the browser at every change until they are saved: a closed tab, a
 * lost session and a failed save lose nothing. A draft found at opening is offered; until that is
 * answered nothing is typed, so that neither takes the other's place.
 */
export function useProductForm(first: Opened) {
  // What it was opened with stays, whatever the page's loader answers later.
  const [opened] = useState(first)
  const { id, besideADraft = false } = opened
  const [state, setState] = useState<FormState>(() => formStateOf(opened.draft))
  const [revision, setRevision] = useState(opened.revision)
  const [offered, setOffered] = useState<SavedDraft | null>(() => offerOf(opened))
  /** Moves on where the whole form is replaced, so that the editor begins anew. */
  const [epoch, setEpoch] = useState(0)
  const [isKept, setKept] = useState(true)
  const done = useRef(false)

  const draft = draftFrom(state)
  const isTyped = state.newPicture.trim() !== '' || state.newCategory.trim() !== ''
  const isDirty = isTyped || !isSame(draft, opened.draft)

  useEffect(() => {
    if (offered || done.current || besideADraft) return
    if (isSame(draftFrom(state), opened.draft)) return forgetDraft(id)
    const at = new Date().toISOString()
    setKept(saveDraft(id, { at, revision, draft: draftFrom(state) }))
  }, [state, revision, offered, opened.draft, id, besideADraft])

  return {
    state,
    draft,
    revision,
    offered,
    epoch,
    isDirty,
    /** False: this browser refused to keep the draft. */
    isKept,
    change: (part: Partial<FormState>) => setState((last) => ({ ...last, ...part })),
    restore: () => {
      if (!offered) return
      setState(formStateOf(offered.draft))
      setRevision(offered.revision)
      setOffered(null)
      setEpoch((last) => last + 1)
    },
    discard: () => {
      forgetDraft(id)
      setOffered(null)
    },
    /** Nothing is kept from here on: it was saved, or thrown away on purpose. */
    forget: () => {
      done.current = true
      forgetDraft(id)
    },
  }
}

function offerOf({ id, draft, besideADraft }: Opened): SavedDraft | null {
  if (besideADraft) return null
  const kept = readDraft(id)
  return kept && !isSame(kept.draft, draft) ? kept : null
}
