/** The title of a screen of the admin area, for its tab in the browser and for bookmarks. */
export const adminTitle = (title: string) => [{ title: `${title} · Admin` }]
