/** The command line for what a buyer may ask: what the shop holds, and that it goes [PRIVACY-01, PRIVACY-02]. */
import { parseArgs } from 'node:util'
import { explain, printResponse } from './ask-shop.ts'

const usage = `
  npm run --silent privacy -- export EMAIL > buyer.json
  npm run privacy -- erase EMAIL [--json]
`

const { json, ...asked } = readCommand()
await printResponse({ command: 'privacy', ...asked }, json)

function readCommand(): { action: 'export' | 'erase'; email: string; json: boolean } {
  const { values, positionals } = (() => {
    try {
      return parseArgs({ allowPositionals: true, options: { json: { type: 'boolean' } } })
    } catch (error) {
      return explain(error instanceof Error ? error.message : '', usage)
    }
  })()
  const [action, email = '', ...rest] = positionals
  if ((action !== 'export' && action !== 'erase') || rest.length > 0) explain('', usage)
  if (!email.includes('@')) explain('Whose? Add an email address.', usage)
  return { action, email, json: values.json === true }
}
