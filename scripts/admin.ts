/** The command line for admins. */
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { parseArgs } from 'node:util'
import type { AdminCommand } from '../app/.server/admin-command.ts'
import { isRole } from '../app/domain/access/rights.ts'
import { explain as explainUsage, printResponse } from './ask-shop.ts'

const usage = `
  npm run admin -- create EMAIL [--role owner|manager|workshop] [--password-stdin] [--json]
  npm run admin -- list [--json]
  npm run admin -- role EMAIL owner|manager|workshop [--json]
  npm run admin -- remove EMAIL [--json]
  npm run admin -- reset-password EMAIL [--password-stdin] [--json]
  npm run admin -- reset-2fa EMAIL [--json]
  npm run admin -- rotate-signing-key [--json]
`

const aboutAdmins = ['create', 'remove', 'reset-password', 'reset-2fa', 'role'] as const

const { command, json } = await readCommand()
await printResponse(command, json)

async function readCommand(): Promise<{ command: AdminCommand; json: boolean }> {
  const { values, positionals } = (() => {
    try {
      return parseArgs({
        allowPositionals: true,
        options: {
          json: { type: 'boolean' },
          'password-stdin': { type: 'boolean' },
          role: { type: 'string' },
        },
      })
    } catch (error) {
      return explain(error instanceof Error ? error.message : '')
    }
  })()
  const [command, email = '', ...others] = positionals
  const rest = command === 'role' ? others.slice(1) : others
  const named = (command === 'role' ? others[0] : values.role) ?? 'owner'
  // How it is stored.
  const role = named === 'workshop' ? 'bench' : named
  const json = values.json === true
  if (rest.length > 0) explain('That is more than is asked for.')
  if ((command === 'list' || command === 'rotate-signing-key') && email === '') {
    return { command: { command }, json }
  }
  if (!isAboutAdmin(command)) explain('')
  if (email === '') explain('Whose? Add an email address.')
  if (!isRole(role) || (command === 'role' && others.length === 0)) {
    explain('A role is owner, manager or workshop.')
  }
  if (command === 'role') return { command: { command, email, role }, json }
  if (command === 'remove' || command === 'reset-2fa') return { command: { command, email }, json }
  const password = values['password-stdin'] ? await fromStandardInput() : await typed()
  if (command === 'reset-password') return { command: { command, email, password }, json }
  return { command: { command, email, password, role }, json }
}

function isAboutAdmin(command: string | undefined): command is (typeof aboutAdmins)[number] {
  return aboutAdmins.some((one) => one === command)
}

function explain(why: string): never {
  return explainUsage(why, usage)
}

async function fromStandardInput(): Promise<string> {
  let text = ''
  for await (const chunk of process.stdin.setEncoding('utf8')) text += chunk
  return text.replace(/\r?\n$/, '')
}

/** Asked for twice, and not shown. */
async function typed(): Promise<string> {
  if (!process.stdin.isTTY) {
    explain('There is nobody to type a password; give it to standard input with --password-stdin.')
  }
  const password = await hidden('  Password, 12 characters or more: ')
  if ((await hidden('  The same again: ')) !== password) explain('Those were two different ones.')
  return password
}

async function hidden(question: string): Promise<string> {
  process.stderr.write(question)
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: process.stdin, output: nowhere, terminal: true })
  const answer = await lines.question('')
  lines.close()
  process.stderr.write('\n')
  return answer
}
