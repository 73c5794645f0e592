/** The command line that checks the audit log [CHAIN-03]. */
import { parseArgs } from 'node:util'
import { explain, printResponse } from './ask-shop.ts'

const usage = `
  npm run audit -- check [--json]
`

await printResponse({ command: 'audit-check' }, readCommand().json)

function readCommand(): { json: boolean } {
  const { values, positionals } = (() => {
    try {
      return parseArgs({ allowPositionals: true, options: { json: { type: 'boolean' } } })
    } catch (error) {
      return explain(error instanceof Error ? error.message : '', usage)
    }
  })()
  if (positionals.length !== 1 || positionals[0] !== 'check') explain('', usage)
  return { json: values.json === true }
}
