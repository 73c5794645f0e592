import {
  type Announcements,
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import {
  arrayMove,
  SortableContext,
  sortableKeyboardCoordinates,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable'
import { useRef, useState } from 'react'
import type { LibraryPicture } from '#app/contracts/media/media.ts'
import { UploadPictures } from '#app/routes/admin/media/upload-pictures.tsx'
import type { Upload } from '#app/routes/admin/media/use-uploads.ts'
import { useFieldErrors } from '#app/ui/forms/form-fields.tsx'
import { AddPicture } from './add-picture.tsx'
import type { Change, FormState } from './form-state.ts'
import { FromLibrary } from './from-library.tsx'
import { PictureRow } from './picture-row.tsx'
import { Section } from './section.tsx'

type Props = {
  state: FormState
  change: Change
  /** A picture of the library comes last; an upload may end while other parts are being typed. */
  onPicture: (picture: LibraryPicture) => void
  onUploads: (uploads: readonly Upload[]) => void
}

const instructions = {
  draggable:
    'To move an image, press Space or Enter on its handle, then the arrow keys, then Space or Enter again. Escape cancels the move.',
}

/** Pictures uploaded, of the library or by address, in the order they are shown; by drag, by keyboard and by buttons [IMG-03]. */
export function Pictures({ state, change, onPicture, onUploads }: Props) {
  const errors = useFieldErrors()
  const { images } = state
  const [announced, setAnnounced] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 5 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  const placeOf = (key: unknown) => images.findIndex((image) => image.key === key)
  const move = (from: number, to: number) => {
    if (to < 0 || to >= images.length || from === to) return
    change({ images: arrayMove(images, from, to) })
    setAnnounced(`Image ${from + 1} is now in position ${to + 1} of ${images.length}.`)
  }
  const dropped = ({ active, over }: DragEndEvent) => {
    if (over && active.id !== over.id) {
      change({ images: arrayMove(images, placeOf(active.id), placeOf(over.id)) })
    }
  }
  const addPicture = (picture: LibraryPicture) => {
    onPicture(picture)
    setAnnounced(`${picture.name} added.`)
  }
  const remove = (index: number) => {
    change({ images: images.filter((_, at) => at !== index) })
    setAnnounced(`Image ${index + 1} removed.`)
    input.current?.focus()
  }
  return (
    <Section title="Images" note="Up to ten. The first one is the main image.">
      <DndContext
        id="pictures"
        sensors={sensors}
        collisionDetection={closestCenter}
        onDragEnd={dropped}
        accessibility={{
          announcements: announcements(placeOf, images.length),
          screenReaderInstructions: instructions,
        }}
      >
        <SortableContext
          items={images.map(({ key }) => key)}
          strategy={verticalListSortingStrategy}
        >
          <ul
            aria-label="Images in order"
            className="@container grid grid-cols-1 gap-3 empty:hidden"
          >
            {images.map((image, index) => (
              <PictureRow
                key={image.key}
                image={image}
                index={index}
                count={images.length}
                error={errors[`images.${index}.src`] ?? errors[`images.${index}.alt`]}
                onMove={(to) => move(index, to)}
                onRemove={() => remove(index)}
                onAlt={(alt) =>
                  change({
                    images: images.map((one) => (one.key === image.key ? { ...one, alt } : one)),
                  })
                }
              />
            ))}
          </ul>
        </SortableContext>
      </DndContext>
      <UploadPictures onUploaded={addPicture} onUploads={onUploads} />
      <FromLibrary onChosen={addPicture} />
      <AddPicture
        ref={input}
        state={state}
        change={change}
        onAdded={() => setAnnounced(`Image ${images.length + 1} added.`)}
      />
      <p role="status" className="sr-only">
        {announced}
      </p>
    </Section>
  )
}

function announcements(placeOf: (key: unknown) => number, count: number): Announcements {
  const place = (key: unknown) => placeOf(key) + 1
  return {
    onDragStart: ({ active }) => `Picked up image ${place(active.id)} of ${count}.`,
    onDragOver: ({ active, over }) =>
      over
        ? `Image ${place(active.id)} is over position ${place(over.id)} of ${count}.`
        : `Image ${place(active.id)} isn’t over a position.`,
    onDragEnd: ({ active, over }) =>
      over
        ? `Image ${place(active.id)} was moved to position ${place(over.id)} of ${count}.`
        : `Image ${place(active.id)} stays where it was.`,
    onDragCancel: ({ active }) => `Image ${place(active.id)} stays where it was.`,
  }
}
