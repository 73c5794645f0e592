import { useEffect, useRef, useState } from 'react'
import type { AdminProduct } from '#app/.server/catalog/queries/admin-product.ts'
import type { ProductDraft } from '#app/contracts/catalog/product.ts'
import type { LibraryPicture } from '#app/contracts/media/media.ts'
import { readMediaAddress } from '#app/domain/catalog/media.ts'
import { draftFrom, type FormState, formStateOf, isSame, keyed } from './form-state.ts'
import { readDraft, removeDraft, type SavedDraft, saveDraft } from './saved-draft.ts'

/** What the form was opened with. `id` and `revision` are null for a new product. */
export type Opened = {
  id: string | null
  draft: ProductDraft
  revision: number | null
  stock?: AdminProduct['stock']
  /** Shows what is stored, beside another tab in which the draft is being typed. */
  besideADraft?: boolean
}

/**
 * The form's contents, saved in the browser at every change until the product is saved: a closed
 * tab, a lost session and a failed save lose nothing. A draft found at opening is offered; until
 * that is answered nothing is typed, so that neither takes the other's place.
 */
export function useProductForm(first: Opened) {
  // What it was opened with stays, whatever the page's loader answers later.
  const [opened] = useState(first)
  const { id, besideADraft = false } = opened
  const [state, setState] = useState<FormState>(() => formStateOf(opened.draft))
  const [revision, setRevision] = useState(opened.revision)
  const [offered, setOffered] = useState<SavedDraft | null>(() => draftToOffer(opened))
  const [epoch, setEpoch] = useState(0)
  const [isSaved, setIsSaved] = useState(true)
  const closed = useRef(false)

  const draft = draftFrom(state)
  const isTyped = state.newPicture.trim() !== '' || state.newCategory.trim() !== ''
  const isDirty = isTyped || !isSame(draft, opened.draft)

  useEffect(() => {
    if (offered || closed.current || besideADraft) return
    if (isSame(draftFrom(state), opened.draft)) return removeDraft(id)
    const at = new Date().toISOString()
    setIsSaved(saveDraft(id, { at, revision, draft: draftFrom(state) }))
  }, [state, revision, offered, opened.draft, id, besideADraft])

  return {
    state,
    draft,
    revision,
    offered,
    /** Changes where the whole form is replaced, so that the editor starts again. */
    epoch,
    isDirty,
    /** False: this browser refused to save the draft. */
    isSaved,
    /** Leaving would lose something. Asked at the moment of leaving. */
    mustAsk: () => isDirty && !closed.current,
    change: (part: Partial<FormState>) => setState((last) => ({ ...last, ...part })),
    /** Of the library; one that is there already stays where it is. */
    addPicture: ({ id, src, alt }: LibraryPicture) =>
      setState((last) =>
        last.images.some((image) => readMediaAddress(image.src)?.id === id)
          ? last
          : { ...last, images: [...last.images, keyed({ src, alt })] },
      ),
    restore: () => {
      if (!offered) return
      setState(formStateOf(offered.draft))
      setRevision(offered.revision)
      setOffered(null)
      setEpoch((last) => last + 1)
    },
    discard: () => {
      removeDraft(id)
      setOffered(null)
    },
    /** No draft is saved from here on: the product was saved, or the changes thrown away. */
    close: () => {
      closed.current = true
      removeDraft(id)
    },
  }
}

function draftToOffer({ id, draft, besideADraft }: Opened): SavedDraft | null {
  if (besideADraft) return null
  const saved = readDraft(id)
  return saved && !isSame(saved.draft, draft) ? saved : null
}
