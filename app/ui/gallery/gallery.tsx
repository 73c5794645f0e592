import { ChevronLeft, ChevronRight, Maximize2 } from 'lucide-react'
import { type ComponentType, type MouseEvent, useEffect, useRef, useState } from 'react'
import { useHydrated } from '../layout/use-hydrated.ts'
import type { GalleryImage } from './picture.tsx'
import { Picture } from './picture.tsx'
import type { ViewerProps } from './viewer.tsx'

type GalleryProps = {
  /** Of the piece; names the gallery. */
  name: string
  images: readonly GalleryImage[]
}

/** As wide as the product page shows it. */
const sizes =
  '(min-width: 100rem) 46rem, (min-width: 72rem) 37rem, (min-width: 64rem) 52vw, (min-width: 48rem) 45vw, calc(100vw - 2.5rem)'

/** The one before or after, round both ends [PDP-04]. */
export function neighbor(at: number, step: -1 | 1, count: number): number {
  return (at + step + count) % count
}

const loadViewer = () => import('./viewer.tsx')

/**
 * One large picture with arrows that wrap and thumbnails; on a phone a strip of all of them, which is
 * swiped [PDP-27]. Pictures and thumbnails are links to the files, which is what they remain without
 * JavaScript; with it, the large one opens over the whole screen.
 */
export function Gallery({ name, images }: GalleryProps) {
  const [at, setAt] = useState(0)
  const [Viewer, setViewer] = useState<ComponentType<ViewerProps> | null>(null)
  const isHydrated = useHydrated()
  const strip = useRef<HTMLUListElement>(null)
  const several = images.length > 1

  const place = (index: number) => {
    const left = index * (strip.current?.clientWidth ?? 0)
    strip.current?.scrollTo({ left, behavior: 'instant' })
  }
  const show = (index: number) => {
    setAt(index)
    place(index)
  }
  const step = (by: -1 | 1) => show(neighbor(at, by, images.length))
  // A screen that was turned may show the strip where one picture was, or the other way round.
  useEffect(() => {
    const keep = () => place(at)
    window.addEventListener('resize', keep)
    return () => window.removeEventListener('resize', keep)
  })

  const onOpen = async (event: MouseEvent, { src }: GalleryImage) => {
    if (isForBrowser(event)) return
    event.preventDefault()
    // Where the viewer cannot be had, the file itself can.
    const viewer = await loadViewer().catch(() => null)
    if (viewer) setViewer(() => viewer.Viewer)
    else window.location.assign(src)
  }

  return (
    <section aria-label={`Pictures of ${name}`}>
      <div className="relative border border-line">
        <ul
          ref={strip}
          onScroll={({ currentTarget: { scrollLeft, clientWidth, scrollWidth } }) => {
            if (scrollWidth > clientWidth) setAt(Math.round(scrollLeft / clientWidth))
          }}
          className="gallery-strip"
        >
          {images.length === 0 && (
            <li data-shown>
              <Picture src={undefined} alt={name} side={800} className="h-auto w-full" />
            </li>
          )}
          {images.map((image, index) => (
            <li
              key={image.id}
              data-shown={index === at || undefined}
              inert={isHydrated && index !== at}
              aria-hidden={(isHydrated && index !== at) || undefined}
            >
              <a
                href={image.src}
                aria-haspopup="dialog"
                draggable={false}
                onClick={(event) => onOpen(event, image)}
                onPointerEnter={() => void loadViewer().catch(() => {})}
                className="group block cursor-zoom-in"
              >
                <Picture
                  src={image.src}
                  alt={image.alt}
                  side={800}
                  sizes={sizes}
                  eager={index === 0}
                  className="h-auto w-full"
                />
                <span className="needs-script absolute right-3 bottom-3 grid size-8 place-items-center bg-raised/75 text-muted group-hover:text-ink">
                  <Maximize2 aria-hidden="true" size={18} strokeWidth={1.25} />
                  <span className="sr-only"> View full screen</span>
                </span>
              </a>
            </li>
          ))}
        </ul>
        {several && (
          <>
            <Arrow label="Previous picture" side="left-0" onClick={() => step(-1)}>
              <ChevronLeft aria-hidden="true" size={22} strokeWidth={1.25} />
            </Arrow>
            <Arrow label="Next picture" side="right-0" onClick={() => step(1)}>
              <ChevronRight aria-hidden="true" size={22} strokeWidth={1.25} />
            </Arrow>
            <p
              aria-hidden="true"
              className="needs-script pointer-events-none absolute inset-x-0 bottom-1.5 flex justify-center gap-2 md:hidden"
            >
              {images.map(({ id }, index) => (
                <span
                  key={id}
                  className={`size-1.5 rounded-full ${index === at ? 'bg-gold-deep' : 'bg-line'}`}
                />
              ))}
            </p>
          </>
        )}
      </div>
      {images[at]?.caption && (
        <p aria-hidden="true" className="mt-1 text-muted text-xs md:mt-2">
          {images[at].caption}
        </p>
      )}
      {several && (
        <>
          <p role="status" className="sr-only">
            Picture {at + 1} of {images.length}. {images[at]?.alt}
          </p>
          <ul
            className={`mt-3 grid max-md:hidden ${images.length > 4 ? 'grid-cols-5 gap-3' : 'grid-cols-4 gap-3'}`}
          >
            {images.map((thumbnail, index) => (
              <li key={thumbnail.id}>
                <a
                  href={thumbnail.src}
                  aria-current={index === at}
                  onClick={(event) => {
                    if (isForBrowser(event)) return
                    event.preventDefault()
                    show(index)
                  }}
                  className="block border border-line hover:border-ink aria-[current=true]:border-gold-deep"
                >
                  <span className="sr-only">
                    Picture {index + 1}. {thumbnail.alt}
                  </span>
                  <Picture src={thumbnail.src} alt="" side={112} filled className="h-auto w-full" />
                </a>
              </li>
            ))}
          </ul>
        </>
      )}
      {Viewer && (
        <Viewer
          name={name}
          images={images}
          at={at}
          onStep={step}
          onClose={() => {
            setViewer(null)
            // The picture that opened it may be another, and hidden.
            strip.current?.children[at]?.querySelector('a')?.focus({ preventScroll: true })
          }}
        />
      )}
    </section>
  )
}

/** A link opened on purpose in another tab or window stays a link. */
function isForBrowser({ metaKey, ctrlKey, shiftKey }: MouseEvent): boolean {
  return metaKey || ctrlKey || shiftKey
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
      className={`needs-script absolute top-1/2 grid size-12 -translate-y-1/2 place-items-center bg-raised/75 text-muted hover:text-ink ${side}`}
    >
      {children}
    </button>
  )
}
