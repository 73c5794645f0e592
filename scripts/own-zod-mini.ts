import type { Plugin } from 'vite'

/**
 * `zod/mini` gets its own copy of Zod's core. The bundler keeps one, with all that whole Zod in
 * the admin area's forms needs of it, and every public page would load that: 14 kB compressed.
 */
export function ownZodMini(): Plugin {
  return {
    name: 'own-zod-mini',
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'client',
    async resolveId(source, importer, options) {
      const [file, query] = importer?.split('?') ?? []
      if (source !== 'zod/mini' && query !== 'zod-mini') return null
      const resolved = await this.resolve(source, file, { ...options, skipSelf: true })
      return resolved && { ...resolved, id: `${resolved.id}?zod-mini` }
    },
  }
}
