import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'

/** A file for browsers: what it is made of, what it loads, and what it may load later. */
type Chunk = { file: string; modules: string[]; imports: string[]; later: string[] }
type Route = { id: string; parentId?: string; module: string; imports: string[] }

export type Loaded = {
  /** A route's name, e.g. `routes/shop/home`. */
  route: string
  /** Scripts under build/client that the page starts with, those of the frames around it included. */
  files: string[]
  /** Scripts that are fetched when they are wanted. */
  later: string[]
  /** Sources of everything in both, stylesheets included. */
  modules: string[]
}

/** What every route with a screen makes a browser load, by the build's own books. */
export function loadedByRoutes(build = 'build'): Loaded[] {
  const chunks = new Map(
    (JSON.parse(readFileSync(join(build, 'chunks.json'), 'utf8')) as Chunk[]).map((chunk) => [
      chunk.file,
      chunk,
    ]),
  )
  const { entry, routes } = routeManifest(build)
  return Object.values(routes).map((route) => {
    const reached = (beginnings: readonly string[], next: (chunk: Chunk) => string[]) => {
      const seen = new Set<string>()
      const visit = (file: string) => {
        const chunk = chunks.get(file.replace(/^\//, ''))
        if (!chunk || seen.has(chunk.file)) return
        seen.add(chunk.file)
        next(chunk).forEach(visit)
      }
      beginnings.forEach(visit)
      return [...seen].sort()
    }
    const parts = [entry, ...withParents(route, routes)]
    const beginnings = parts.flatMap(({ module, imports }) => [module, ...imports])
    const files = reached(beginnings, ({ imports }) => imports)
    const all = reached(beginnings, ({ imports, later }) => [...imports, ...later])
    return {
      route: route.id,
      files,
      later: all.filter((file) => !files.includes(file)),
      modules: all.flatMap((file) => chunks.get(file)?.modules ?? []),
    }
  })
}

/** Each public page: its scripts, their size as sent, and its stylesheets. */
export function bundleTable(build = 'build'): string {
  const bytes = sentBytes(build)
  const names = (files: readonly string[]) =>
    files.map((file) => file.replace(/^assets\/(.*)-[\w-]{8}\.js$/, '$1')).join(', ')
  const shop = loadedByRoutes(build).filter(({ route }) => route.startsWith('routes/shop/'))
  return shop
    .flatMap(({ route, files, later, modules }) => [
      `  ${route}: ${kilobytes(bytes(files))} of scripts (Brotli), later ${kilobytes(bytes(later))}`,
      `    ${names(files)}`,
      ...(later.length > 0 ? [`    later: ${names(later)}`] : []),
      `    ${stylesheets(modules).join(', ')}`,
    ])
    .join('\n')
}

/** How many bytes these files are as browsers are sent them (scripts/precompress.ts). */
export function sentBytes(build = 'build'): (files: readonly string[]) => number {
  const known = new Map<string, number>()
  const bytes = (file: string) => {
    const sent =
      known.get(file) ?? brotliCompressSync(readFileSync(join(build, 'client', file))).length
    known.set(file, sent)
    return sent
  }
  return (files) => files.reduce((sum, file) => sum + bytes(file), 0)
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} kB`
}

export function stylesheets(modules: readonly string[]): string[] {
  const sources = modules.map((id) => id.replace(/\?.*$/, ''))
  return [...new Set(sources.filter((id) => id.endsWith('.css')))]
}

function withParents(route: Route, routes: Record<string, Route>): Route[] {
  const parent = route.parentId === undefined ? undefined : routes[route.parentId]
  return parent ? [route, ...withParents(parent, routes)] : [route]
}

/** The file by which a browser knows what to load for which address. */
function routeManifest(build: string): { entry: Route; routes: Record<string, Route> } {
  const assets = join(build, 'client', 'assets')
  const marker = 'window.__reactRouterManifest='
  for (const name of readdirSync(assets)) {
    if (!/^manifest-.*\.js$/.test(name)) continue
    const text = readFileSync(join(assets, name), 'utf8')
    if (text.startsWith(marker)) return JSON.parse(text.slice(marker.length).replace(/;\s*$/, ''))
  }
  throw new Error(`${assets} has no manifest of routes; build the shop first`)
}
