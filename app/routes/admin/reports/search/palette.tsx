import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useFetcher, useNavigate } from 'react-router'
import type { FoundGroup } from './found.ts'

const address = '/admin/dashboard/search'
/** Long enough that a word is asked for once it is typed, not letter by letter. */
const waitMs = 120

/**
 * Search from anywhere, in a dialog: a combobox with a list, by the pattern of the ARIA Authoring Practices
 * (list autocomplete with manual selection). The focus stays in the field [HELP-06].
 */
export function Palette({ onClose }: { onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  const navigate = useNavigate()
  const { load, data, state } = useFetcher<{ q: string; groups: FoundGroup[] }>()
  const [q, setQ] = useState('')
  const [chosen, setChosen] = useState(0)
  useEffect(() => dialog.current?.showModal(), [])
  useEffect(() => {
    const timer = setTimeout(
      () => void load(`${address}?${new URLSearchParams({ q })}`),
      q === '' ? 0 : waitMs,
    )
    return () => clearTimeout(timer)
  }, [q, load])
  const groups = (data?.groups ?? []).map(({ title, found, more }) => ({
    title,
    found: more ? [...found, more] : found,
  }))
  const all = groups.flatMap(({ found }) => found)
  const shown = (data?.groups ?? []).reduce((sum, { found }) => sum + found.length, 0)
  const isCurrent = data?.q === q && state === 'idle'
  const current = Math.min(chosen, all.length - 1)
  const optionId = (at: number) => `${id}-${at}`

  const go = (to: string) => {
    dialog.current?.close()
    void navigate(to)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined && all.length > 0) {
      event.preventDefault()
      const next = (current + step + all.length) % all.length
      setChosen(next)
      document.getElementById(optionId(next))?.scrollIntoView({ block: 'nearest' })
    } else if (event.key === 'Enter') {
      event.preventDefault()
      const found = all[current]
      // What is still listed for other words is not gone to.
      if (found && isCurrent) go(found.to)
    }
  }
  return (
    <dialog
      ref={dialog}
      aria-label="Search"
      onClose={onClose}
      className="mx-auto mt-[10vh] mb-auto w-[min(40rem,calc(100vw-2rem))] border border-ink bg-raised p-4 text-ink backdrop:bg-ground/70"
    >
      <label htmlFor={id} className="field-label block">
        Order, customer, product, or screen
      </label>
      <div className="flex gap-3">
        <input
          id={id}
          type="text"
          role="combobox"
          aria-expanded={all.length > 0}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={all.length > 0 ? optionId(current) : undefined}
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          value={q}
          onChange={(event) => {
            setQ(event.currentTarget.value)
            setChosen(0)
          }}
          onKeyDown={onKeyDown}
          className="input min-w-0 grow"
        />
        <button
          type="button"
          onClick={() => dialog.current?.close()}
          className="button button-line"
        >
          Close
        </button>
      </div>
      <p role="status" className="mt-2 text-muted text-sm">
        {!isCurrent
          ? 'Searching'
          : all.length === 0
            ? 'Nothing found. Search by the start of a number, email address, or name, or by the last digits of a phone number.'
            : shown < all.length
              ? `${shown} shown, and there are more`
              : `${shown} found`}
      </p>
      <div
        id={`${id}-list`}
        role="listbox"
        aria-label="Found"
        className="mt-2 max-h-[55vh] overflow-y-auto"
      >
        {groups.map(({ title, found }, group) => {
          const before = groups.slice(0, group).reduce((sum, each) => sum + each.found.length, 0)
          return (
            // biome-ignore lint/a11y/useSemanticElements: a group of options, not of form fields.
            <div key={title} role="group" aria-labelledby={`${id}-${title}`} className="pt-2">
              <div id={`${id}-${title}`} className="eyebrow px-2 py-1">
                {title}
              </div>
              {found.map(({ to, label, about }, at) => (
                // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the field's, which has the focus.
                <div
                  key={to}
                  id={optionId(before + at)}
                  role="option"
                  tabIndex={-1}
                  aria-selected={before + at === current}
                  onClick={() => go(to)}
                  className="flex min-h-10 cursor-pointer flex-wrap items-baseline gap-x-3 border-transparent border-l-2 px-2 py-2 wrap-anywhere hover:bg-ground aria-selected:border-gold aria-selected:bg-ground"
                >
                  <span>{label}</span>
                  {about && <span className="text-muted text-sm">{about}</span>}
                </div>
              ))}
            </div>
          )
        })}
      </div>
    </dialog>
  )
}
