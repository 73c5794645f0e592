import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

/** A file for browsers: what it is made of, and what it loads or may load later. */
type Chunk = { file: string; modules: string[]; imports: string[] }
type Route = { id: string; parentId?: string; module: string; imports: string[] }

export type Loaded = {
  /** A route's name, e.g. `routes/shop/home`. */
  route: string
  /** Scripts under build/client, those of the frames around the route included. */
  files: string[]
  /** Sources of everything in them, stylesheets included. */
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
    const seen = new Set<string>()
    const visit = (file: string) => {
      const chunk = chunks.get(file.replace(/^\//, ''))
      if (!chunk || seen.has(chunk.file)) return
      seen.add(chunk.file)
      chunk.imports.forEach(visit)
    }
    for (const part of [entry, ...withParents(route, routes)]) {
      visit(part.module)
      part.imports.forEach(visit)
    }
    const files = [...seen].sort()
    return {
      route: route.id,
      files,
      modules: files.flatMap((file) => chunks.get(file)?.modules ?? []),
    }
  })
}

/** Each public page: its scripts and stylesheets, and the scripts' size as sent. */
export function bundleTable(build = 'build'): string {
  const sent = new Map<string, number>()
  const bytes = (file: string) => {
    const known = sent.get(file) ?? gzipSync(readFileSync(join(build, 'client', file))).length
    sent.set(file, known)
    return known
  }
  const shop = loadedByRoutes(build).filter(({ route }) => route.startsWith('routes/shop/'))
  return shop
    .flatMap(({ route, files, modules }) => {
      const total = files.reduce((sum, file) => sum + bytes(file), 0)
      return [
        `  ${route}: ${(total / 1000).toFixed(1)} kB of scripts (gzip)`,
        `    ${files.map((file) => file.replace(/^assets\/(.*)-[\w-]{8}\.js$/, '$1')).join(', ')}`,
        `    ${stylesheets(modules).join(', ')}`,
      ]
    })
    .join('\n')
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
