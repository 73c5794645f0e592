import { useSortable } from '@dnd-kit/sortable'
import { CSS } from '@dnd-kit/utilities'
import { ArrowDown, ArrowUp, GripVertical, Trash2 } from 'lucide-react'
import type { ImageRow } from '#app/contracts/catalog/product.ts'
import { readMediaAddress } from '#app/domain/catalog/media.ts'
import { defaultImageAlt } from '#app/domain/catalog/product.ts'
import { IconButton } from '#app/routes/admin/components/icon-button.tsx'
import { Picture } from '#app/ui/gallery/picture.tsx'
import type { Keyed } from './form-state.ts'

type Props = {
  image: Keyed<ImageRow>
  index: number
  count: number
  error: string | undefined
  onMove: (to: number) => void
  onRemove: () => void
  onAlt: (alt: string) => void
}

/** One picture with its handle, its description and its buttons; a broken one shows a placeholder [IMG-04]. */
export function PictureRow({ image, index, count, error, onMove, onRemove, onAlt }: Props) {
  const {
    attributes,
    listeners,
    setNodeRef,
    setActivatorNodeRef,
    transform,
    transition,
    isDragging,
  } = useSortable({ id: image.key })
  const name = `image ${index + 1}`
  return (
    <li
      ref={setNodeRef}
      style={{ transform: CSS.Translate.toString(transform), transition }}
      data-dragging={isDragging || undefined}
      data-invalid={error ? true : undefined}
      className="grid grid-cols-[2.75rem_4.5rem_minmax(0,1fr)] @max-[12rem]:grid-cols-1 items-center gap-x-3 gap-y-2 border border-line bg-ground p-2 data-dragging:relative data-dragging:z-1 data-dragging:border-gold-deep data-invalid:border-alert md:grid-cols-[2.75rem_4.5rem_minmax(0,1fr)_auto]"
    >
      <IconButton
        ref={setActivatorNodeRef}
        {...attributes}
        {...listeners}
        icon={GripVertical}
        label={`Drag ${name}`}
        className="size-11 cursor-grab touch-none"
      />
      <Picture
        src={image.src}
        alt={image.alt || defaultImageAlt}
        side={72}
        filled
        className="size-18"
      />
      {/* On a phone the address is next to the picture, and its description has its own line. */}
      <div className="contents md:block md:min-w-0">
        <p className="min-w-0 truncate text-muted text-sm" title={image.src}>
          {image.src}
        </p>
        <input
          name={`images.${index}.alt`}
          aria-label={`Description of ${name}`}
          placeholder={defaultImageAlt}
          autoComplete="off"
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${image.key}-error` : undefined}
          value={image.alt}
          onChange={(event) => onAlt(event.currentTarget.value)}
          className="input col-span-full mt-1"
        />
      </div>
      {image.alt === '' && readMediaAddress(image.src) && (
        <p className="col-span-full text-notice text-sm">
          Describe what it shows, for people who can’t see it.
        </p>
      )}
      {error && (
        <p id={`${image.key}-error`} className="col-span-full text-alert text-sm wrap-anywhere">
          {error}
        </p>
      )}
      <div className="col-span-full flex justify-end md:col-auto">
        <IconButton
          icon={ArrowUp}
          label={`Move ${name} up`}
          aria-disabled={index === 0}
          onClick={() => onMove(index - 1)}
        />
        <IconButton
          icon={ArrowDown}
          label={`Move ${name} down`}
          aria-disabled={index === count - 1}
          onClick={() => onMove(index + 1)}
        />
        <IconButton icon={Trash2} label={`Remove ${name}`} onClick={onRemove} />
      </div>
    </li>
  )
}
