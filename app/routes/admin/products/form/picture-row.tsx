import { useSortable } from '@dnd-kit/sortable'
import { CSS } from '@dnd-kit/utilities'
import { ArrowDown, ArrowUp, GripVertical, Trash2 } from 'lucide-react'
import type { ImageRow } from '#app/contracts/product.ts'
import { defaultImageAlt } from '#app/domain/catalog/product.ts'
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

/** One picture with its handle, its words and its buttons; a broken one shows a placeholder [IMG-04]. */
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
  const name = `picture ${index + 1}`
  return (
    <li
      ref={setNodeRef}
      style={{ transform: CSS.Translate.toString(transform), transition }}
      data-dragging={isDragging || undefined}
      data-invalid={error ? true : undefined}
      className="product-picture"
    >
      <button
        type="button"
        ref={setActivatorNodeRef}
        {...attributes}
        {...listeners}
        aria-label={`Drag ${name}`}
        className="icon-button touch-none cursor-grab"
      >
        <GripVertical aria-hidden="true" className="size-4" />
      </button>
      <Picture src={image.src} alt={image.alt || defaultImageAlt} side={72} className="size-18" />
      <div className="product-picture-words">
        <p className="truncate text-muted text-sm" title={image.src}>
          {image.src}
        </p>
        <input
          aria-label={`What ${name} shows`}
          placeholder={defaultImageAlt}
          autoComplete="off"
          data-at={`images.${index}`}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${image.key}-error` : undefined}
          value={image.alt}
          onChange={(event) => onAlt(event.currentTarget.value)}
          className="admin-input mt-1"
        />
      </div>
      {error && (
        <p id={`${image.key}-error`} className="col-span-full text-alert text-sm wrap-anywhere">
          {error}
        </p>
      )}
      <div className="product-picture-buttons">
        <button
          type="button"
          aria-label={`Move ${name} up`}
          aria-disabled={index === 0}
          onClick={() => onMove(index - 1)}
          className="icon-button"
        >
          <ArrowUp aria-hidden="true" className="size-4" />
        </button>
        <button
          type="button"
          aria-label={`Move ${name} down`}
          aria-disabled={index === count - 1}
          onClick={() => onMove(index + 1)}
          className="icon-button"
        >
          <ArrowDown aria-hidden="true" className="size-4" />
        </button>
        <button
          type="button"
          aria-label={`Remove ${name}`}
          onClick={onRemove}
          className="icon-button"
        >
          <Trash2 aria-hidden="true" className="size-4" />
        </button>
      </div>
    </li>
  )
}
