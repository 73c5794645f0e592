/** Words that say what is in a parcel and invite a theft. */
const telling =
  /gold|silver|platinum|jewel|karat|carat|\b\d+\s*k\b|\.?9{3,}|diamond|gem|bullion|coin|ring\b|pendant|necklace|precious|mint\b/i

/**
 * A name that says nothing of what the shop makes [PARCEL-06]. Where the shop's own does, the parcel
 * comes from its shipping department.
 */
export const plainName = (name: string) => (telling.test(name) ? 'Shipping department' : name)
