/**
 * Headers of a page whose address is its key: kept by nobody, and told to no other site. (Not
 * `no-referrer`, with which browsers also hide the origin of a form's own POST.)
 */
export const privatePage = {
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'same-origin',
} as const
