import { X } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react'
import { TextField } from '#app/ui/forms/fields.tsx'
import { IconButton } from './icon-button.tsx'

type Props = {
  names: readonly string[]
  onNames: (names: string[]) => void
  /** The list with one more name, or the same list where that is a known one. */
  withName: (names: string[], name: string) => string[]
  /** What is in the input and not added yet; it counts when the form is saved. */
  typed: string
  onTyped: (input: string) => void
  /** Of the list, and of the input below it. */
  label: string
  addLabel: string
  empty: string
  name: string
  suggestions?: readonly string[]
  error?: string | undefined
  /** What a posted form holds for each name. */
  children?: (name: string) => ReactNode
}

/** A list of names, each once: typed, added by button or Enter, removed one by one. */
export function NameList(props: Props) {
  const { names, onNames, withName, typed, onTyped, suggestions = [] } = props
  const [announced, setAnnounced] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const suggested = useId()
  const add = () => {
    const next = withName([...names], typed)
    if (next.length > names.length) setAnnounced(`${next.at(-1)} added`)
    onNames(next)
    onTyped('')
    input.current?.focus()
  }
  const remove = (name: string) => {
    onNames(names.filter((one) => one !== name))
    setAnnounced(`${name} removed`)
    input.current?.focus()
  }
  return (
    <>
      {names.length > 0 ? (
        <ul aria-label={props.label} className="flex flex-wrap gap-2">
          {names.map((name) => (
            <li
              key={name}
              className="flex min-w-0 items-center gap-1 border border-line bg-raised pl-3"
            >
              <span className="min-w-0 py-1 wrap-anywhere">{name}</span>
              {props.children?.(name)}
              <IconButton
                icon={X}
                label={`Remove ${name}`}
                onClick={() => remove(name)}
                className="size-9 shrink-0"
              />
            </li>
          ))}
        </ul>
      ) : (
        <p className="text-muted">{props.empty}</p>
      )}
      <div className="flex max-w-xl flex-wrap items-start gap-3">
        <TextField
          name={props.name}
          label={props.addLabel}
          error={props.error}
          className="min-w-0 grow basis-20"
          ref={input}
          list={suggested}
          value={typed}
          onChange={(event) => onTyped(event.currentTarget.value)}
          onKeyDown={onEnter(add)}
        />
        <button
          type="button"
          disabled={typed === ''}
          onClick={add}
          className="button button-line mt-6 shrink-0"
        >
          Add
        </button>
      </div>
      <datalist id={suggested}>
        {suggestions.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <p role="status" className="sr-only">
        {announced}
      </p>
    </>
  )
}

/** Enter in an input adds what is typed, and does not submit the form. */
export const onEnter = (add: () => void) => (event: KeyboardEvent) => {
  if (event.key !== 'Enter') return
  event.preventDefault()
  add()
}
