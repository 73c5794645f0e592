import type { Plugin } from 'vite'

const begins = '__zod_globalConfig = {}'

/**
 * Zod asks once a page whether it may compile its checks (`new Function`). The content security policy
 * refuses that, and a browser reports every refusal to the shop. So in browsers it does not ask.
 */
export function zodWithoutEval(): Plugin {
  return {
    name: 'zod-without-eval',
    applyToEnvironment: ({ name }) => name === 'client',
    transform(code, id) {
      if (!/[\\/]zod[\\/]v4[\\/]core[\\/]core\.js/.test(id)) return null
      if (!code.includes(begins)) throw new Error(`${id} no longer has ${begins}`)
      return { code: code.replace(begins, '__zod_globalConfig = { jitless: true }'), map: null }
    },
  }
}
