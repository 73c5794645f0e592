import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { widestPicture } from '#app/domain/catalog/picture-widths.ts'
import { swipePixels } from './picture.tsx'

/** A tap enlarges so far; pinch, wheel and keys go on to the full size. */
const tapZoom = 2.5
/** A press that moves less is a click. */
const stillPixels = 6

type Point = { x: number; y: number }

type Zoom = {
  /** Put on the scrolling frame, and on the picture's box inside it. */
  stage: RefObject<HTMLDivElement | null>
  picture: RefObject<HTMLDivElement | null>
  /** 1 fits the frame. */
  zoom: number
  /** Multiplies, about the middle of the frame. */
  enlarge: (by: number) => void
  fit: () => void
}

type Options = {
  /** Which picture is shown; another one begins fitted. */
  shown: number
  onSwipe: (by: -1 | 1) => void
}

/**
 * How far a picture is enlarged, and the gestures that do it: click or tap, two fingers, the wheel
 * with Control (which is a pinch on a trackpad). An enlarged picture is dragged, or scrolled as any
 * frame; a fitted one is swiped away. The point under the hand stays under the hand.
 */
export function useZoom({ shown, onSwipe }: Options): Zoom {
  const stage = useRef<HTMLDivElement>(null)
  const picture = useRef<HTMLDivElement>(null)
  const [state, setState] = useState({ zoom: 1, shown })
  const zoom = state.shown === shown ? state.zoom : 1
  const side = useFittedSide(stage)
  const maxZoom = Math.max(2, widestPicture / side)
  /** What must stay where: a point of the picture in parts of its sides, and of the screen. */
  const held = useRef<{ part: Point; on: Point } | null>(null)

  const zoomTo = (next: number, on: Point) => {
    const box = picture.current?.getBoundingClientRect()
    if (!box) return
    held.current = { part: { x: (on.x - box.x) / box.width, y: (on.y - box.y) / box.height }, on }
    setState({ zoom: Math.min(Math.max(next, 1), maxZoom), shown })
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: each time the picture's size changes.
  useLayoutEffect(() => {
    const box = picture.current
    if (!box) return
    box.style.width = `${side * zoom}px`
    box.style.height = `${side * zoom}px`
    const { part, on } = held.current ?? {}
    held.current = null
    if (!part || !on) return
    const { x, y, width, height } = box.getBoundingClientRect()
    stage.current?.scrollBy(x + part.x * width - on.x, y + part.y * height - on.y)
  }, [zoom, side, shown])

  const now = useEffectEvent(() => ({ zoom, maxZoom, zoomTo, onSwipe }))
  useEffect(() => (stage.current ? listen(stage.current, () => now()) : undefined), [])

  return {
    stage,
    picture,
    zoom,
    enlarge: (by) => stage.current && zoomTo(zoom * by, middleOf(stage.current)),
    fit: () => setState({ zoom: 1, shown }),
  }
}

type Now = () => {
  zoom: number
  maxZoom: number
  zoomTo: (next: number, on: Point) => void
  onSwipe: (by: -1 | 1) => void
}

/** Follows the frame's gestures; returns how to stop. */
function listen(stage: HTMLElement, now: Now): () => void {
  const fingers = new Map<number, Point>()
  let began: Point = { x: 0, y: 0 }
  /** Where the frame was scrolled to, and the one finger, when that finger took hold. */
  let grip = { scroll: began, hand: began }
  /** The press was a pinch or was canceled: letting go is no click and no swipe. */
  let isOver = false
  let spread = 0
  let zoomBefore = 1

  const hold = () => {
    const [hand] = fingers.values()
    if (hand) grip = { scroll: { x: stage.scrollLeft, y: stage.scrollTop }, hand }
  }
  const onDown = (event: PointerEvent) => {
    if (event.button !== 0) return
    stage.setPointerCapture(event.pointerId)
    fingers.set(event.pointerId, { x: event.clientX, y: event.clientY })
    if (fingers.size === 1) {
      began = { x: event.clientX, y: event.clientY }
      isOver = false
      hold()
    } else {
      isOver = true
      spread = spreadOf(fingers)
      zoomBefore = now().zoom
    }
  }
  const onMove = (event: PointerEvent) => {
    if (!fingers.has(event.pointerId)) return
    const hand = { x: event.clientX, y: event.clientY }
    fingers.set(event.pointerId, hand)
    if (fingers.size === 2) {
      now().zoomTo((zoomBefore * spreadOf(fingers)) / spread, centerOf(fingers))
    } else if (now().zoom > 1) {
      stage.scrollTo(grip.scroll.x + grip.hand.x - hand.x, grip.scroll.y + grip.hand.y - hand.y)
    }
  }
  const onUp = (event: PointerEvent) => {
    const pressed = fingers.delete(event.pointerId)
    hold()
    if (!pressed || isOver) return
    const moved = { x: event.clientX - began.x, y: event.clientY - began.y }
    const { zoom, maxZoom, zoomTo, onSwipe } = now()
    if (Math.hypot(moved.x, moved.y) < stillPixels) {
      zoomTo(zoom > 1 ? 1 : Math.min(tapZoom, maxZoom), began)
    } else if (zoom === 1 && Math.abs(moved.x) >= Math.max(swipePixels, Math.abs(moved.y))) {
      onSwipe(moved.x < 0 ? 1 : -1)
    }
  }
  const onCancel = ({ pointerId }: PointerEvent) => {
    fingers.delete(pointerId)
    hold()
    isOver = true
  }
  const onWheel = (event: WheelEvent) => {
    if (!event.ctrlKey) return
    event.preventDefault()
    const { zoom, zoomTo } = now()
    zoomTo(zoom * Math.exp(-event.deltaY / 200), { x: event.clientX, y: event.clientY })
  }

  // A picture that is dragged away would take the pointer with it.
  const onDragStart = (event: DragEvent) => event.preventDefault()

  const stopped = new AbortController()
  const { signal } = stopped
  stage.addEventListener('pointerdown', onDown, { signal })
  stage.addEventListener('pointermove', onMove, { signal })
  stage.addEventListener('pointerup', onUp, { signal })
  stage.addEventListener('pointercancel', onCancel, { signal })
  stage.addEventListener('dragstart', onDragStart, { signal })
  stage.addEventListener('wheel', onWheel, { signal, passive: false })
  return () => stopped.abort()
}

/** The side of the largest square that the frame shows whole, in pixels. */
function useFittedSide(stage: RefObject<HTMLElement | null>): number {
  const [side, setSide] = useState<number>(widestPicture)
  useLayoutEffect(() => {
    const frame = stage.current
    if (!frame) return
    const measure = () => setSide(Math.max(1, Math.min(frame.offsetWidth, frame.offsetHeight)))
    measure()
    const watch = new ResizeObserver(measure)
    watch.observe(frame)
    return () => watch.disconnect()
  }, [stage])
  return side
}

function middleOf(frame: HTMLElement): Point {
  const { x, y, width, height } = frame.getBoundingClientRect()
  return { x: x + width / 2, y: y + height / 2 }
}

function spreadOf(fingers: ReadonlyMap<number, Point>): number {
  const [one, other] = [...fingers.values()]
  return one && other ? Math.max(1, Math.hypot(one.x - other.x, one.y - other.y)) : 1
}

function centerOf(fingers: ReadonlyMap<number, Point>): Point {
  const points = [...fingers.values()]
  const mean = (axis: 'x' | 'y') =>
    points.reduce((sum, point) => sum + point[axis], 0) / points.length
  return { x: mean('x'), y: mean('y') }
}
