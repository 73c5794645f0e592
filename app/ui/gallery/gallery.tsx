import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type TouchEvent, useRef, useState } from 'react'
import { Picture } from './picture.tsx'

type GalleryProps = {
  /** Of the piece; names the gallery. */
  name: string
  images: readonly { id: string; src: string; alt: string }[]
}

/** A shorter touch is a tap, or the page being scrolled. */
const swipePixels = 40

/** The one before or after, round both ends [PDP-04]. */
export function neighbor(at: number, step: -1 | 1, count: number): number {
  return (at + step + count) % count
}

/**
 * One large picture, arrows that wrap, and thumbnails. The thumbnails are links to the files, which
 * is what they remain without JavaScript.
 */
export function Gallery({ name, images }: GalleryProps) {
  const [at, setAt] = useState(0)
  const touchedX = useRef(0)
  const image = images[at] ?? images[0]
  const several = images.length > 1
  const step = (by: -1 | 1) => setAt(neighbor(at, by, images.length))

  const onTouchEnd = ({ changedTouches }: TouchEvent) => {
    const moved = (changedTouches[0]?.clientX ?? touchedX.current) - touchedX.current
    if (several && Math.abs(moved) >= swipePixels) step(moved < 0 ? 1 : -1)
  }

  return (
    <section aria-label={`Pictures of ${name}`}>
      <div
        className="relative border border-line"
        onTouchStart={({ touches }) => {
          touchedX.current = touches[0]?.clientX ?? 0
        }}
        onTouchEnd={onTouchEnd}
      >
        <Picture
          src={image?.src}
          alt={image?.alt ?? name}
          side={800}
          eager
          className="h-auto w-full"
        />
        {several && (
          <>
            <Arrow label="Previous picture" side="left-0" onClick={() => step(-1)}>
              <ChevronLeft aria-hidden="true" size={22} strokeWidth={1.25} />
            </Arrow>
            <Arrow label="Next picture" side="right-0" onClick={() => step(1)}>
              <ChevronRight aria-hidden="true" size={22} strokeWidth={1.25} />
            </Arrow>
          </>
        )}
      </div>
      {several && (
        <>
          <p role="status" className="sr-only">
            Picture {at + 1} of {images.length}: {image?.alt}
          </p>
          <ul className="mt-3 grid grid-cols-4 gap-3 sm:grid-cols-5">
            {images.map((thumbnail, index) => (
              <li key={thumbnail.id}>
                <a
                  href={thumbnail.src}
                  aria-current={index === at}
                  onClick={(event) => {
                    if (event.metaKey || event.ctrlKey || event.shiftKey) return
                    event.preventDefault()
                    setAt(index)
                  }}
                  className="block border border-line hover:border-ink aria-[current=true]:border-gold-deep"
                >
                  <span className="sr-only">
                    Picture {index + 1}: {thumbnail.alt}
                  </span>
                  <Picture src={thumbnail.src} alt="" side={112} className="h-auto w-full" />
                </a>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

type ArrowProps = {
  label: string
  side: string
  onClick: () => void
  children: React.ReactNode
}

function Arrow({ label, side, onClick, children }: ArrowProps) {
  return (
    <button
      type="button"
      aria-label={label}
      onClick={onClick}
      className={`needs-script absolute top-1/2 grid size-12 -translate-y-1/2 place-items-center text-muted hover:text-ink ${side}`}
    >
      {children}
    </button>
  )
}
