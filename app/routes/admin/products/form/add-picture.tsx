import { type KeyboardEvent, type Ref, useState } from 'react'
import { pictureAddress } from '#app/domain/catalogue/picture-address.ts'
import { most } from '#app/forms/product.ts'
import { pictureSentence, picturesSentence } from '#app/forms/read-product.ts'
import { Field } from '../../kit/field.tsx'

type Props = { ref: Ref<HTMLInputElement>; count: number; onAdd: (src: string) => void }

/** A picture by its address [IMG-01, IMG-02, IMG-06, D13]. */
export function AddPicture({ ref, count, onAdd }: Props) {
  const [typed, setTyped] = useState('')
  const [refused, setRefused] = useState(false)
  const add = () => {
    if (typed.trim() === '') return
    if (count >= most.images) return window.alert(picturesSentence)
    const address = pictureAddress(typed)
    if (address === null) return setRefused(true)
    onAdd(address)
    setTyped('')
  }
  const addOnEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    add()
  }
  return (
    <div className="flex max-w-2xl items-end gap-3">
      <Field label="Image URL" error={refused ? pictureSentence : null} className="min-w-0 grow">
        {(described) => (
          <input
            {...described}
            ref={ref}
            autoComplete="off"
            spellCheck={false}
            placeholder="https://"
            value={typed}
            onChange={(event) => {
              setTyped(event.currentTarget.value)
              setRefused(false)
            }}
            onKeyDown={addOnEnter}
            className="admin-input"
          />
        )}
      </Field>
      <button type="button" onClick={add} className="button button-line shrink-0">
        Add Image
      </button>
    </div>
  )
}
