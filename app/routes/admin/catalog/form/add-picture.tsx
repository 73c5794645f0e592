import { type Ref, useState } from 'react'
import { isRefusal } from '#app/contracts/catalog/product-refusal.ts'
import { imagesMessage } from '#app/contracts/catalog/read-product.ts'
import { onEnter } from '#app/routes/admin/components/name-list.tsx'
import { TextField } from '#app/ui/forms/fields.tsx'
import { withNewPicture } from './add-new.ts'
import type { Change, FormState } from './form-state.ts'

type Props = {
  ref: Ref<HTMLInputElement>
  state: FormState
  change: Change
  onAdded: () => void
}

/** A picture by its address [IMG-01, IMG-02, IMG-06, D13]. */
export function AddPicture({ ref, state, change, onAdded }: Props) {
  const [refused, setRefused] = useState<string | null>(null)
  const add = () => {
    if (state.newPicture.trim() === '') return
    const next = withNewPicture(state)
    if (!isRefusal(next)) {
      change(next)
      return onAdded()
    }
    if (next.message !== imagesMessage) return setRefused(next.message)
    // It was said, so a save need not stop at it once more.
    window.alert(imagesMessage)
    change({ newPicture: '' })
  }
  return (
    <div className="flex max-w-2xl flex-wrap items-start gap-3">
      <TextField
        name="images"
        label="Image URL"
        error={refused}
        className="min-w-0 grow basis-20"
        ref={ref}
        spellCheck={false}
        placeholder="https://"
        value={state.newPicture}
        onChange={(event) => {
          change({ newPicture: event.currentTarget.value })
          setRefused(null)
        }}
        onKeyDown={onEnter(add)}
      />
      <button type="button" onClick={add} className="button button-line mt-6 shrink-0">
        Add Image
      </button>
    </div>
  )
}
