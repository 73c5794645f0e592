import { resolve } from 'node:path'
import type { Plugin } from 'vite'

/** Icons of lucide-react are made by app/ui/create-icon.ts: their drawings stay those of the package. */
export function plainIcons(): Plugin {
  const own = resolve(import.meta.dirname, '../app/ui/create-icon.ts')
  return {
    name: 'plain-icons',
    enforce: 'pre',
    resolveId(source, importer) {
      const isOfPackage = importer?.includes('lucide-react') ?? false
      return isOfPackage && source.endsWith('/createLucideIcon.mjs') ? own : null
    },
  }
}
