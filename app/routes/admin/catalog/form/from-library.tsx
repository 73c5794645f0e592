import { useEffect, useRef, useState } from 'react'
import { useFetcher } from 'react-router'
import type { LibraryPicture } from '#app/contracts/media/media.ts'
import { formatCount } from '#app/routes/admin/components/format-count.ts'
import type { loader } from '#app/routes/admin/media/list.tsx'
import { Field } from '#app/ui/forms/field.tsx'
import { Picture } from '#app/ui/gallery/picture.tsx'
import { Spinner } from '#app/ui/spinner.tsx'

type Props = {
  onChosen: (picture: LibraryPicture) => void
  /** The first that is pressed is the choice. */
  one?: boolean
}

/** Pictures of the library, in a dialog; each that is pressed is added to the form [MEDIA-05]. */
export function FromLibrary({ onChosen, one = false }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const fetcher = useFetcher<typeof loader>()
  const [q, setQ] = useState('')
  const [added, setAdded] = useState<readonly string[]>([])
  const load = (search: string, page = 1) =>
    fetcher.load(`/admin/dashboard/media?${new URLSearchParams({ q: search, page: String(page) })}`)
  const open = () => {
    setAdded([])
    dialog.current?.showModal()
    void load(q)
  }
  const typed = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(typed.current), [])
  const library = fetcher.data
  return (
    <>
      <button type="button" onClick={open} className="button button-line justify-self-start">
        Choose from the library
      </button>
      <dialog
        ref={dialog}
        aria-label="Images in the library"
        className="m-auto max-h-[85dvh] w-[min(52rem,calc(100vw-2rem))] overflow-auto border border-line bg-ground p-5 text-ink backdrop:bg-ground/80"
      >
        <div className="flex flex-wrap items-end justify-between gap-3">
          <Field label="Search images" className="min-w-0 grow">
            <input
              type="search"
              value={q}
              autoComplete="off"
              onChange={({ currentTarget: { value } }) => {
                setQ(value)
                clearTimeout(typed.current)
                typed.current = setTimeout(() => void load(value), 250)
              }}
              onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
              className="input"
            />
          </Field>
          <button
            type="button"
            onClick={() => dialog.current?.close()}
            className="button button-line"
          >
            Done
          </button>
        </div>
        <p role="status" className="mt-3 text-muted text-sm">
          {added.length > 0 && `${formatCount(added.length, 'image')} added.`}
        </p>
        {!library ? (
          <p className="py-8">
            <Spinner label="Loading the library" />
          </p>
        ) : library.pictures.length === 0 ? (
          <p className="py-8 text-muted">
            {q === '' ? 'The library is empty. Upload images first.' : 'No images match.'}
          </p>
        ) : (
          <ul className="mt-3 grid grid-cols-2 gap-3 sm:grid-cols-4">
            {library.pictures.map((picture) => (
              <li key={picture.id} className="min-w-0">
                <button
                  type="button"
                  aria-pressed={added.includes(picture.id)}
                  onClick={() => {
                    if (added.includes(picture.id)) return
                    setAdded([...added, picture.id])
                    onChosen(picture)
                    if (one) dialog.current?.close()
                  }}
                  className="block w-full border border-line hover:border-ink aria-pressed:border-gold-deep"
                >
                  <Picture src={picture.src} alt="" side={180} filled className="h-auto w-full" />
                  <span className="block truncate px-1 py-1 text-left text-sm">{picture.name}</span>
                </button>
              </li>
            ))}
          </ul>
        )}
        {library && library.page < library.pages && (
          <button
            type="button"
            onClick={() => void load(q, library.page + 1)}
            className="link mt-3 min-h-8"
          >
            Older images
          </button>
        )}
        {library && library.page > 1 && (
          <button
            type="button"
            onClick={() => void load(q, library.page - 1)}
            className="link mt-3 ml-5 min-h-8"
          >
            Newer images
          </button>
        )}
      </dialog>
    </>
  )
}
