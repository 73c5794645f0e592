import { type KeyboardEvent, type Ref, useState } from 'react'
import { isRefusal, picturesSentence } from '#app/contracts/read-product.ts'
import { Field } from '../../components/field.tsx'
import { withTypedPicture } from './add-typed.ts'
import type { FormState } from './form-state.ts'

type Props = {
  ref: Ref<HTMLInputElement>
  state: FormState
  /** What a save found wrong with it. */
  error: string | undefined
  onType: (typed: string) => void
  onAdd: (next: FormState) => void
}

/** A picture by its address [IMG-01, IMG-02, IMG-06, D13]. */
export function AddPicture({ ref, state, error, onType, onAdd }: Props) {
  const [refused, setRefused] = useState<string | null>(null)
  const add = () => {
    if (state.newPicture.trim() === '') return
    const next = withTypedPicture(state)
    if (!isRefusal(next)) return onAdd(next)
    if (next.message !== picturesSentence) return setRefused(next.message)
    // It was told, so a save need not stop at it once more.
    window.alert(picturesSentence)
    onType('')
  }
  const addOnEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    add()
  }
  return (
    <div className="flex max-w-2xl items-start gap-3">
      <Field label="Image URL" at="images" error={refused ?? error} className="min-w-0 grow">
        {(described) => (
          <input
            {...described}
            ref={ref}
            autoComplete="off"
            spellCheck={false}
            placeholder="https://"
            value={state.newPicture}
            onChange={(event) => {
              onType(event.currentTarget.value)
              setRefused(null)
            }}
            onKeyDown={addOnEnter}
            className="admin-input"
          />
        )}
      </Field>
      <button type="button" onClick={add} className="button button-line mt-6 shrink-0">
        Add Image
      </button>
    </div>
  )
}
