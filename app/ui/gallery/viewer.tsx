import { ChevronLeft, ChevronRight, Minus, Plus, X } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react'
import { widestPicture } from '#app/domain/catalog/picture-widths.ts'
import type { GalleryImage } from './picture.tsx'
import { Picture } from './picture.tsx'
import { useZoom } from './use-zoom.ts'

export type ViewerProps = {
  /** Of the piece; names the dialog. */
  name: string
  images: readonly GalleryImage[]
  at: number
  onStep: (by: -1 | 1) => void
  onClose: () => void
}

/** An arrow key moves an enlarged picture by this many pixels. */
const keyPixels = 80

/**
 * A piece's pictures over the whole screen: turned by arrows, keys and swipes, enlarged by click,
 * pinch, wheel and keys. The browser's own modal dialog keeps the focus inside, closes on Escape and
 * gives the focus back. Fetched when it is first opened.
 */
export function Viewer({ name, images, at, onStep, onClose }: ViewerProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const image = images[at]
  const several = images.length > 1
  const turn = (by: -1 | 1) => {
    if (several) onStep(by)
  }
  const { stage, picture, zoom, enlarge, fit } = useZoom({ shown: at, onSwipe: turn })
  const enlarged = zoom > 1

  const actionOf = (key: string): (() => void) | undefined => {
    if (key === '+' || key === '=') return () => enlarge(1.5)
    if (key === '-' || key === '_') return () => enlarge(1 / 1.5)
    if (key === '0') return fit
    const [x, y] = directions[key] ?? []
    if (x === undefined || y === undefined) return undefined
    if (enlarged) return () => stage.current?.scrollBy(x * keyPixels, y * keyPixels)
    return x === 0 ? undefined : () => turn(x)
  }

  useEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal()
  }, [])

  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.metaKey || event.ctrlKey || event.altKey) return
    const action = actionOf(event.key)
    if (!action) return
    event.preventDefault()
    action()
  })
  useEffect(() => {
    // On the document: the focus may be nowhere, as after a button that has gone.
    const listener = (event: KeyboardEvent) => onKeyDown(event)
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [])

  return (
    <dialog
      ref={dialog}
      aria-label={`Pictures of ${name}, full screen`}
      onClose={onClose}
      className="viewer picture-ground m-0 h-dvh max-h-none w-dvw max-w-none overflow-hidden p-0 text-ink"
    >
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is of a form. */}
      <div
        ref={stage}
        role="group"
        aria-label="Picture: use the arrow keys to move it, plus and minus to zoom"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: an enlarged picture is scrolled by keys.
        tabIndex={0}
        className={`grid size-full touch-none overflow-auto overscroll-contain focus-visible:-outline-offset-2 ${enlarged ? 'cursor-grab active:cursor-grabbing' : 'cursor-zoom-in'}`}
      >
        <div ref={picture} className="m-auto select-none">
          <Picture
            src={image?.src}
            alt={image?.alt ?? name}
            side={widestPicture}
            sizes={`${Math.round(zoom * 100)}vmin`}
            eager
            className="size-full bg-transparent!"
            shape={{ height: widestPicture, className: 'object-contain' }}
          />
        </div>
      </div>
      <p
        aria-hidden="true"
        className="absolute top-0 left-0 px-5 bg-ground/75 py-3.5 text-muted text-sm"
      >
        {at + 1} / {images.length}
      </p>
      <p role="status" className="sr-only">
        Picture {at + 1} of {images.length}. {image?.alt}
      </p>
      <div className="absolute top-0 right-0 flex">
        <Control label="Smaller" disabled={!enlarged} onClick={() => enlarge(1 / 1.5)}>
          <Minus aria-hidden="true" size={20} strokeWidth={1.25} />
        </Control>
        <Control label="Larger" onClick={() => enlarge(1.5)}>
          <Plus aria-hidden="true" size={20} strokeWidth={1.25} />
        </Control>
        <Control label="Close" onClick={() => dialog.current?.close()}>
          <X aria-hidden="true" size={20} strokeWidth={1.25} />
        </Control>
      </div>
      {several && (
        <>
          <Control label="Previous picture" side="left-0" onClick={() => turn(-1)}>
            <ChevronLeft aria-hidden="true" size={24} strokeWidth={1.25} />
          </Control>
          <Control label="Next picture" side="right-0" onClick={() => turn(1)}>
            <ChevronRight aria-hidden="true" size={24} strokeWidth={1.25} />
          </Control>
        </>
      )}
    </dialog>
  )
}

const directions: Readonly<Record<string, readonly [x: -1 | 0 | 1, y: -1 | 0 | 1]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

type ControlProps = {
  label: string
  /** At this side, halfway down. */
  side?: string
  disabled?: boolean
  onClick: () => void
  children: ReactNode
}

function Control({ label, side, disabled = false, onClick, children }: ControlProps) {
  return (
    <button
      type="button"
      aria-label={label}
      // A button that is switched off would drop the focus that is on it.
      aria-disabled={disabled}
      onClick={disabled ? undefined : onClick}
      className={`grid size-12 place-items-center bg-ground/75 text-muted hover:text-ink aria-disabled:text-muted/40 ${side ? `absolute top-1/2 -translate-y-1/2 ${side}` : ''}`}
    >
      {children}
    </button>
  )
}
