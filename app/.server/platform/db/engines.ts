/** The two engines: the one that a shop does not use is not loaded. */
export const embeddedEngine = () => import('./embedded.ts')
export const postgresEngine = () => import('./postgres.ts')
