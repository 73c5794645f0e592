import { Camera, Upload as UploadIcon } from 'lucide-react'
import {
  type ChangeEvent,
  type DragEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react'
import type { LibraryPicture } from '#app/contracts/media/media.ts'
import { acceptedTypes } from '#app/domain/catalog/media-limits.ts'
import { Picture } from '#app/ui/gallery/picture.tsx'
import { formatCount } from '../components/format-count.ts'
import { type Upload, useUploads } from './use-uploads.ts'

type Props = {
  /** The address that takes the parts of a file; else the library. */
  to?: string
  /** What became of a file; else that it is in the library. */
  doneText?: string
  /** Once for each file that is in the library. */
  onUploaded: (picture: LibraryPicture) => void
  /** For a form that is saved once its pictures are here [MEDIA-17]. */
  onUploads?: (uploads: readonly Upload[]) => void
  /** What is shown next to an uploaded picture, such as a field for what it shows. */
  children?: (picture: LibraryPicture) => ReactNode
}

/** Pictures by drop, from files or by the camera of a phone, many at once [MEDIA-01]. */
export function UploadPictures({
  to = '/admin/media/upload',
  doneText = 'In the library.',
  onUploaded,
  onUploads,
  children,
}: Props) {
  const { uploads, isGoing, add, retry, dismiss } = useUploads(to, onUploaded)
  const report = useEffectEvent(() => onUploads?.(uploads))
  useEffect(() => {
    // Of these: an effect event is no dependency.
    if (uploads) report()
  }, [uploads])
  const [isOver, setIsOver] = useState(false)
  const files = useRef<HTMLInputElement>(null)
  const camera = useRef<HTMLInputElement>(null)

  const chosen = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    add(currentTarget.files ?? [])
    // The same file may be chosen again.
    currentTarget.value = ''
  }
  const over = (event: DragEvent, is: boolean) => {
    if (!event.dataTransfer.types.includes('Files')) return
    event.preventDefault()
    setIsOver(is)
  }
  const count = (state: Upload['state']) => uploads.filter((one) => one.state === state).length
  return (
    <div className="grid min-w-0 grid-cols-1 gap-4">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the buttons inside do the same. */}
      <div
        data-over={isOver || undefined}
        onDragEnter={(event) => over(event, true)}
        onDragOver={(event) => over(event, true)}
        onDragLeave={(event) => over(event, false)}
        onDrop={(event) => {
          over(event, false)
          add(event.dataTransfer.files)
        }}
        className="grid grid-cols-1 justify-items-start gap-3 border border-line border-dashed px-4 py-5 data-over:border-gold-deep data-over:bg-raised"
      >
        <div className="flex flex-wrap gap-3">
          <button
            type="button"
            onClick={() => files.current?.click()}
            className="button button-line inline-flex items-center gap-2"
          >
            <UploadIcon aria-hidden="true" className="size-4" />
            Choose files
          </button>
          <button
            type="button"
            onClick={() => camera.current?.click()}
            className="button button-line inline-flex items-center gap-2 sm:hidden"
          >
            <Camera aria-hidden="true" className="size-4" />
            Take a photo
          </button>
        </div>
        <p className="text-muted text-sm">
          <span className="max-sm:hidden">Or drop images here. </span>
          JPEG, PNG, WebP, AVIF, or GIF, up to 40 MB each. Location and camera details are removed.
        </p>
        <input
          ref={files}
          type="file"
          multiple
          accept={acceptedTypes}
          aria-label="Images to upload"
          tabIndex={-1}
          onChange={chosen}
          className="sr-only"
        />
        <input
          ref={camera}
          type="file"
          accept={acceptedTypes}
          capture="environment"
          aria-label="Photo to upload"
          tabIndex={-1}
          onChange={chosen}
          className="sr-only"
        />
      </div>
      <p role="status" className={uploads.length > 0 ? 'text-sm' : 'sr-only'}>
        {uploads.length > 0 &&
          `${count('done')} of ${formatCount(uploads.length, 'image')} uploaded${
            count('refused') > 0 ? `, ${count('refused')} not` : ''
          }${isGoing ? '. Keep this page open.' : '.'}`}
      </p>
      {uploads.length > 0 && (
        <ul aria-label="Uploads" className="grid gap-2">
          {uploads.map((upload) => (
            <UploadRow
              key={upload.key}
              upload={upload}
              doneText={doneText}
              onRetry={() => retry(upload.key)}
              onDismiss={() => dismiss(upload.key)}
            >
              {upload.picture && children?.(upload.picture)}
            </UploadRow>
          ))}
        </ul>
      )}
    </div>
  )
}

type RowProps = {
  upload: Upload
  doneText: string
  onRetry: () => void
  onDismiss: () => void
  children: ReactNode
}

function UploadRow({ upload, doneText, onRetry, onDismiss, children }: RowProps) {
  const { file, state, sent, picture, isNew, message, isFinal } = upload
  return (
    <li className="grid grid-cols-[3.5rem_minmax(0,1fr)] items-start gap-x-3 gap-y-1 border border-line bg-ground p-2">
      {picture ? (
        <Picture src={picture.src} alt="" side={56} filled className="size-14" />
      ) : (
        <span aria-hidden="true" className="picture-ground block size-14" />
      )}
      <div className="min-w-0">
        <p className="truncate text-sm" title={file.name}>
          {file.name}
        </p>
        {(state === 'waiting' || state === 'sending') && (
          <progress
            aria-label={`Upload of ${file.name}`}
            max={100}
            value={Math.round(sent * 100)}
            className="mt-1 block h-1.5 w-full"
          />
        )}
        {state === 'making' && <p className="text-muted text-sm">Uploaded. Creating its sizes…</p>}
        {state === 'done' && (
          <p className="text-muted text-sm">
            {isNew ? doneText : 'This file was already in the library.'}
          </p>
        )}
        {state === 'refused' && (
          <>
            <p className="text-alert text-sm wrap-anywhere">{message}</p>
            <p className="flex gap-5 text-sm">
              {!isFinal && (
                <button type="button" onClick={onRetry} className="link min-h-8">
                  Try again<span className="sr-only">: {file.name}</span>
                </button>
              )}
              <button type="button" onClick={onDismiss} className="link min-h-8">
                Dismiss<span className="sr-only">: {file.name}</span>
              </button>
            </p>
          </>
        )}
      </div>
      {children && <div className="col-span-full">{children}</div>}
    </li>
  )
}
