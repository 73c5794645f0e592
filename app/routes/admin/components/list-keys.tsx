import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { readSaved, save } from '#app/ui/browser-storage.ts'

/** Where staff turned the keys off, in this browser. */
const storageKey = 'admin-keys'

const keys = [
  ['j', 'Next row'],
  ['k', 'Previous row'],
  ['Enter', 'Open row'],
  ['/', 'Search this list'],
  ['Ctrl K', 'Search everything'],
  ['?', 'Show shortcuts'],
] as const

/** The link of each row that a list leads on by. */
const rows = 'main tbody tr, main [data-rows] > li'

/**
 * Single keys move in lists, never while somebody types, and can be turned off, as WCAG 2.1.4 asks
 * [HELP-08]. What they move to has the focus, so that Enter opens it and it is seen.
 */
export function ListKeys() {
  const dialog = useRef<HTMLDialogElement>(null)
  const [isOff, setOff] = useState(false)
  useEffect(() => setOff(readSaved(storageKey) === 'off'), [])
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
    if (isOff || isTyping(event.target) || document.querySelector('dialog[open]')) return
    if (act(event.key, () => dialog.current?.showModal())) event.preventDefault()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
  return (
    <>
      <button
        type="button"
        onClick={() => dialog.current?.showModal()}
        className="switch needs-script"
      >
        Shortcuts
      </button>
      <dialog
        ref={dialog}
        aria-labelledby="keys-title"
        className="m-auto w-[min(26rem,calc(100vw-2rem))] border border-ink bg-raised p-6 text-base text-ink backdrop:bg-ground/70"
      >
        <h2 id="keys-title" className="text-xl">
          Keyboard shortcuts
        </h2>
        <dl className="mt-4 grid grid-cols-[auto_1fr] gap-x-5 gap-y-2">
          {keys.map(([key, does]) => (
            <div key={key} className="contents">
              <dt>
                <kbd className="border border-line px-2 py-0.5 font-sans text-sm">{key}</kbd>
              </dt>
              <dd>{does}</dd>
            </div>
          ))}
        </dl>
        <label className="mt-5 flex min-h-11 items-center gap-3">
          <input
            type="checkbox"
            checked={!isOff}
            onChange={({ currentTarget }) => {
              setOff(!currentTarget.checked)
              save(storageKey, currentTarget.checked ? null : 'off')
            }}
            className="size-5 shrink-0 accent-gold-deep"
          />
          Use single-key shortcuts in this browser
        </label>
        <button
          type="button"
          onClick={() => dialog.current?.close()}
          className="button button-line mt-4"
        >
          Close
        </button>
      </dialog>
    </>
  )
}

/** False where the key does nothing here. */
function act(key: string, showKeys: () => void): boolean {
  if (key === 'j') return move(1)
  if (key === 'k') return move(-1)
  // By arrow only once a row has the focus: before, they scroll.
  if (key === 'ArrowDown') return isInRow() && move(1)
  if (key === 'ArrowUp') return isInRow() && move(-1)
  if (key === '/') return focusSearch()
  if (key === '?') showKeys()
  return key === '?'
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  // In a checkbox nothing is typed; the one of the keys has the focus until its dialog is gone.
  if (target.matches('input[type=checkbox]')) return false
  return target.isContentEditable || target.matches('input, textarea, select, [role=combobox]')
}

const links = () =>
  [...document.querySelectorAll(rows)].flatMap((row) => {
    const link = row.querySelector<HTMLElement>('a[href]')
    // One that is not shown at this width cannot have the focus.
    return link?.checkVisibility() ? [link] : []
  })

const isInRow = () => document.activeElement?.closest(rows) !== null

/** False where there is no list. */
function move(step: 1 | -1): boolean {
  const all = links()
  if (all.length === 0) return false
  const row = document.activeElement?.closest(rows)
  const at = all.findIndex((link) => row?.contains(link))
  const next = at === -1 ? (step === 1 ? 0 : all.length - 1) : at + step
  const link = all[Math.min(Math.max(next, 0), all.length - 1)]
  link?.focus({ preventScroll: true })
  link?.scrollIntoView({ block: 'nearest' })
  return true
}

function focusSearch(): boolean {
  const field = document.querySelector<HTMLInputElement>('main [role=search] input[type=search]')
  field?.focus()
  field?.select()
  return field !== null
}
