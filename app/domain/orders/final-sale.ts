/** Whether a piece is sold as one that is not taken back for a change of mind [RETURN-14]. */
export const isSoldFinally = (
  { isFinal, isEngraved }: { isFinal: boolean; isEngraved: boolean },
  { takesEngraved }: { takesEngraved: boolean },
): boolean => isFinal || (isEngraved && !takesEngraved)

/** Beside it, before it is bought. */
export const finalBeforeSale = 'Cannot be returned for a change of mind.'
