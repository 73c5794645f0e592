/**
 * Headers of a page whose address is its key: kept by no cache, and sent to no other site as
 * the referrer. (Not `no-referrer`, with which browsers also hide the origin of a form's own POST.)
 */
export const privatePage = {
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'same-origin',
} as const
