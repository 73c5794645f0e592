import { readFile } from 'node:fs/promises'
import { minify, type Plugin, transformWithOxc } from 'vite'

/** `import script from './file.ts?inline'`: the file as text, to be run in a page unchanged. */
export function inlineScript(): Plugin {
  return {
    name: 'inline-script',
    enforce: 'pre',
    async load(id) {
      const [file = '', query] = id.split('?')
      if (!file.endsWith('.ts') || query !== 'inline') return null
      const { code } = await transformWithOxc(await readFile(file, 'utf8'), file)
      const small = await minify('inline.js', `(() => {${code}})()`)
      return `export default ${JSON.stringify(small.code.trim())}`
    },
  }
}
