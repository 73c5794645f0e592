type Line = { productId: string; engraving?: unknown }

/** Whether a line is sold as one that is not returnable for a change of mind, in a quote as in its order [RETURN-14]. */
export const isFinalSale =
  (
    products: ReadonlyMap<string, { finalSale?: boolean }>,
    { takesEngraved }: { takesEngraved: boolean },
  ) =>
  ({ productId, engraving }: Line): boolean =>
    (products.get(productId)?.finalSale ?? false) || (!!engraving && !takesEngraved)

/** Beside it, before it is bought. */
export const finalBeforeSale = 'Final sale. It can’t be returned unless we made a mistake.'
