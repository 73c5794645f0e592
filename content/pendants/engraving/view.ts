import type { Point } from './geometry.ts'

/** One drawing of a piece, in units of its own, with the box that the catalogue's millimeters measure. */
export type View = {
  defs: string
  body: string
  /** The outline as filled shapes, for the piece's own shadow. */
  outline: string
  /** Where along x the bail is fixed; the middle of the box unless told. */
  hang?: number
  box: { left: number; top: number; right: number; bottom: number }
}

/** A pendant's two views. The edge view also says where the laser mark is. */
export type Form = {
  front: View
  edge: View & { mark: Point }
  /** Square to the rule, where the front view is turned. */
  measured?: View
}

export const boxAround = (width: number, height: number): View['box'] => ({
  left: -width / 2,
  right: width / 2,
  top: -height / 2,
  bottom: height / 2,
})
