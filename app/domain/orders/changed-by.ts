/** Who changed an order, as staff read it: the buyer's own steps are stored under `shopper`. */
export const changedBy = (by: string) => (by === 'shopper' ? 'buyer' : by)
