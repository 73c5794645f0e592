/** Pieces of a line that were returned. */
export type ReturnedPieces = { line: number; quantity: number }

/** Whether exactly the returned pieces were chosen. */
export function areReturned(
  chosen: readonly { position: number; quantity: number }[],
  returned: readonly ReturnedPieces[],
): boolean {
  const some = chosen.filter(({ quantity }) => quantity !== 0)
  return (
    some.length === returned.length &&
    returned.every(({ line, quantity }) =>
      some.some((each) => each.position === line && each.quantity === quantity),
    )
  )
}

/** Whether these are all pieces of the order that were not refunded. */
export function isAllThatIsLeft(
  returned: readonly ReturnedPieces[],
  lines: readonly { position: number; left: number }[],
): boolean {
  return lines.every(
    ({ position, left }) =>
      left === (returned.find(({ line }) => line === position)?.quantity ?? 0),
  )
}
