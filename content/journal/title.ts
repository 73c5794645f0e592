/** Apart from posts and pictures (index.ts), since every page of the shop carries it. */
export const title = 'Journal'
