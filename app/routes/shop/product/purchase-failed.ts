/** The alert of a Buy Now that failed, word for word (specification, section 8). */
export const purchaseFailed =
  'Sorry, there was an error processing your purchase. Please try again.'
