import { RotateCw } from 'lucide-react'
import { type MouseEvent, useState } from 'react'
import { Form } from 'react-router'
import type { MediaDetail } from '#app/.server/media/queries/media-detail.ts'
import { productLimits } from '#app/contracts/catalog/product.ts'
import { type Cut, type Focus, maxCut, type Rotation } from '#app/domain/catalog/media.ts'
import { Field } from '#app/ui/forms/field.tsx'
import { TextField } from '#app/ui/forms/fields.tsx'
import { SubmitButton } from '../components/submit-button.tsx'

const sides = [
  ['left', 'Left', 'right'],
  ['right', 'Right', 'left'],
  ['top', 'Top', 'bottom'],
  ['bottom', 'Bottom', 'top'],
] as const

/**
 * What a picture shows, how it is turned and cut, and what a card keeps in sight; seen at once, and
 * made when it is saved [MEDIA-06]. Sliders, so that it works by key, by finger and by mouse.
 */
export function EditPicture({ picture }: { picture: MediaDetail }) {
  const [rotation, setRotation] = useState<Rotation>(picture.rotation)
  const [cut, setCut] = useState<Cut>(picture.cut)
  const [focus, setFocus] = useState<Focus>(picture.focus)
  const turn = () => {
    setRotation(((rotation + 90) % 360) as Rotation)
    // What was cut turns with the picture.
    setCut({ left: cut.bottom, top: cut.left, right: cut.top, bottom: cut.right })
    setFocus({ x: 100 - focus.y, y: focus.x })
  }
  const cutSide = (side: keyof Cut, across: keyof Cut, percent: number) =>
    setCut({ ...cut, [side]: Math.min(percent, maxCut - cut[across]) })
  const shown = { picture, rotation, cut, focus }
  return (
    <Form method="post" className="grid min-w-0 gap-6">
      <input type="hidden" name="revision" value={picture.revision} />
      <input type="hidden" name="rotation" value={rotation} />
      <div className="grid gap-6 sm:grid-cols-[minmax(0,1fr)_9rem]">
        <Whole {...shown} onFocus={setFocus} />
        <div>
          <p className="field-label">On a card</p>
          <Card {...shown} />
        </div>
      </div>
      <TextField
        name="alt"
        label="Image description (alt text)"
        hint="Screen readers read this aloud to people who can’t see the image, and search engines use it. Products that use the image use this description, too."
        defaultValue={picture.alt}
        maxLength={productLimits.alt}
      />
      <div>
        <button
          type="button"
          onClick={turn}
          className="button button-line inline-flex items-center gap-2"
        >
          <RotateCw aria-hidden="true" className="size-4" />
          Turn right
        </button>
        <p role="status" className="mt-2 text-muted text-sm">
          {rotation === 0 ? 'Not rotated.' : `Rotated by ${rotation} degrees.`}
        </p>
      </div>
      <fieldset className="grid gap-x-6 gap-y-3 sm:grid-cols-2">
        <legend className="mb-2 font-medium">Cut off</legend>
        {sides.map(([side, label, across]) => (
          <Slider
            key={side}
            name={side}
            label={label}
            max={maxCut}
            value={cut[side]}
            onValue={(percent) => cutSide(side, across, percent)}
          />
        ))}
      </fieldset>
      <fieldset className="grid gap-x-6 gap-y-3 sm:grid-cols-2">
        <legend className="mb-2 font-medium">Keep visible when cropped to a card</legend>
        <Slider
          name="focusX"
          label="From the left"
          max={100}
          value={focus.x}
          onValue={(x) => setFocus({ ...focus, x })}
        />
        <Slider
          name="focusY"
          label="From the top"
          max={100}
          value={focus.y}
          onValue={(y) => setFocus({ ...focus, y })}
        />
      </fieldset>
      <SubmitButton gold action="save" className="justify-self-start">
        Save
      </SubmitButton>
    </Form>
  )
}

type SliderProps = {
  name: string
  label: string
  max: number
  value: number
  onValue: (value: number) => void
}

function Slider({ name, label, max, value, onValue }: SliderProps) {
  return (
    <Field label={label} hint={`${value}%`}>
      <input
        type="range"
        name={name}
        min={0}
        max={max}
        value={value}
        aria-valuetext={`${value} percent`}
        onChange={(event) => onValue(Number(event.currentTarget.value))}
        className="block h-8 w-full accent-gold-deep"
      />
    </Field>
  )
}

type Shown = { picture: MediaDetail; rotation: Rotation; cut: Cut; focus: Focus }

/** The picture as it lies after its turns: its proportion, and how the file is laid into it. */
function laid({ picture: { masterWidth, masterHeight, wholeSrc }, rotation }: Shown) {
  const isUpright = rotation % 180 === 0
  const ratio = isUpright ? masterWidth / masterHeight : masterHeight / masterWidth
  return {
    ratio,
    image: (
      <img
        src={wholeSrc}
        alt=""
        draggable={false}
        className="absolute top-1/2 left-1/2 max-w-none"
        style={{
          // Before the turn its width is what is its height afterwards.
          width: isUpright ? '100%' : `${100 / ratio}%`,
          transform: `translate(-50%, -50%) rotate(${rotation}deg)`,
        }}
      />
    ),
  }
}

/** The whole picture; what is cut off is veiled. A click says what to keep in sight. */
function Whole({ onFocus, ...shown }: Shown & { onFocus: (focus: Focus) => void }) {
  const { cut, focus } = shown
  const { ratio, image } = laid(shown)
  const left = (part: number) => cut.left + ((100 - cut.left - cut.right) * part) / 100
  const top = (part: number) => cut.top + ((100 - cut.top - cut.bottom) * part) / 100
  const pick = (event: MouseEvent<HTMLElement>) => {
    const box = event.currentTarget.getBoundingClientRect()
    const part = (at: number, before: number, after: number) =>
      Math.round(Math.min(100, Math.max(0, ((at - before) / (100 - before - after)) * 100)))
    onFocus({
      x: part(((event.clientX - box.x) / box.width) * 100, cut.left, cut.right),
      y: part(((event.clientY - box.y) / box.height) * 100, cut.top, cut.bottom),
    })
  }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the sliders do the same by keys.
    // biome-ignore lint/a11y/noStaticElementInteractions: the sliders do the same.
    <div
      onClick={pick}
      className="picture-ground relative max-h-[32rem] w-full cursor-crosshair overflow-hidden border border-line"
      style={{ aspectRatio: ratio, maxWidth: `${32 * ratio}rem` }}
    >
      {image}
      <span
        aria-hidden="true"
        className="pointer-events-none absolute outline outline-gold"
        style={{
          inset: `${cut.top}% ${cut.right}% ${cut.bottom}% ${cut.left}%`,
          boxShadow: '0 0 0 100rem color-mix(in oklab, var(--ground) 75%, transparent)',
        }}
      />
      <span
        aria-hidden="true"
        className="pointer-events-none absolute size-5 -translate-1/2 rounded-full border-2 border-gold bg-ground/50"
        style={{ left: `${left(focus.x)}%`, top: `${top(focus.y)}%` }}
      />
    </div>
  )
}

/** As a card shows it: square, around the focus. */
function Card(shown: Shown) {
  const { cut, focus } = shown
  const { ratio, image } = laid(shown)
  const [partX, partY] = [(100 - cut.left - cut.right) / 100, (100 - cut.top - cut.bottom) / 100]
  const cutRatio = (ratio * partX) / partY
  // The cut picture covers the square: in parts of the square's side.
  const [width, height] = cutRatio > 1 ? [cutRatio, 1] : [1, 1 / cutRatio]
  return (
    <div className="picture-ground relative aspect-square w-36 overflow-hidden border border-line">
      <div
        className="absolute overflow-hidden"
        style={{
          width: `${width * 100}%`,
          height: `${height * 100}%`,
          left: `${((1 - width) * focus.x).toFixed(2)}%`,
          top: `${((1 - height) * focus.y).toFixed(2)}%`,
        }}
      >
        <div
          className="absolute"
          style={{
            width: `${100 / partX}%`,
            height: `${100 / partY}%`,
            left: `${(-cut.left / partX).toFixed(2)}%`,
            top: `${(-cut.top / partY).toFixed(2)}%`,
          }}
        >
          {image}
        </div>
      </div>
    </div>
  )
}
