import { useRef, useState } from 'react'
import type { TextField } from '#app/domain/content/text-field.ts'
import { useFieldErrors } from '#app/ui/forms/form-fields.tsx'
import { Picture } from '#app/ui/gallery/picture.tsx'
import { FromLibrary } from '../catalog/form/from-library.tsx'

type Props = { field: TextField; value: string }

/** A picture from the library; what it shows goes into the field beside it. */
export function PictureField({ field: { name, label, builtIn, isOptional }, value }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const [src, setSrc] = useState(value)
  const problem = useFieldErrors()[name]
  const choose = (next: string, alt: string) => {
    setSrc(next)
    const form = box.current?.closest('form')
    const words = form?.elements.namedItem(name === 'picture' ? 'alt' : `${name}.alt`)
    if (words instanceof HTMLInputElement) words.value = alt
    // What is in the form is no longer what was loaded.
    form?.dispatchEvent(new Event('input', { bubbles: true }))
  }
  return (
    <div ref={box} className="grid gap-3">
      <input type="hidden" name={name} value={src} />
      <p className="field-label mb-0">
        {label}
        {isOptional && <span className="font-normal text-muted"> (optional)</span>}
      </p>
      {src !== '' && (
        <Picture src={src} alt="" side={240} filled className="h-auto w-60 max-w-full" />
      )}
      {problem && <p className="field-note text-alert">{problem}</p>}
      <div className="flex flex-wrap gap-3">
        <FromLibrary one onChosen={({ src: chosen, alt }) => choose(chosen, alt)} />
        {src !== builtIn && (
          <button type="button" onClick={() => choose(builtIn, '')} className="button button-line">
            {builtIn === '' ? 'No image' : 'Use the default image'}
          </button>
        )}
      </div>
    </div>
  )
}
