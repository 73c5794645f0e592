import { createRequire } from 'node:module'

const load = createRequire(import.meta.url)

/**
 * A package that is loaded when it is first needed: a server that starts has the first page to show, and
 * loading all of them takes half of its time. Answers the package, the same one each time.
 *
 *     const cheerio = lazily<typeof import('cheerio')>('cheerio')
 *     cheerio().load(html)
 */
export function lazily<Package>(name: string): () => Package {
  let loaded: Package | undefined
  return () => {
    loaded ??= load(name) as Package
    return loaded
  }
}
