/**
 * `npm run launch-check`: what this shop still needs before its first real sale, in plain
 * sentences. Ends with 1 while something is open. The list is that of the Setup page in the admin
 * area. Reads `brand.ts`, `content/`, the settings and, where it can be asked, the shop; changes
 * nothing.
 */
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { brand, placeholders } from '#brand'
import { type Config, ConfigError, readConfig } from '../app/.server/config.ts'
import {
  type OpenItem,
  openInBrand,
  openInTexts,
  type Topic,
  topics,
} from '../app/.server/setup/checklist.ts'
import { openInSettings, openOnMachine } from '../app/.server/setup/checklist-settings.ts'

const root = fileURLToPath(new URL('../', import.meta.url))
const build = new URL('../build/server/index.js', import.meta.url)

export function report(open: readonly OpenItem[], wasAsked = true): string {
  const lines = Object.entries(topics).flatMap(([topic, title]) => {
    const own = open.filter((each) => each.topic === (topic as Topic))
    const messages = own.map(({ sentence }) => `  - ${sentence}`)
    return ['', title, ...(messages.length > 0 ? messages : ['  Nothing open.'])]
  })
  const end =
    open.length === 0
      ? 'Nothing is open. Good luck.'
      : `${open.length} ${open.length === 1 ? 'thing is' : 'things are'} open.`
  const asked = wasAsked
    ? []
    : [
        '',
        'The shop itself could not be asked: what is saved in Setup, tax, test mail, test payment and last backup are not looked at.',
      ]
  return [...lines, ...asked, '', end].join('\n')
}

async function openNow(): Promise<{ open: OpenItem[]; wasAsked: boolean }> {
  try {
    const config = readConfig()
    const ofShop = await requestShop(config)
    if (ofShop) return { open: ofShop, wasAsked: true }
    const here = { userId: process.getuid?.() ?? null, programFolder: root }
    const open = [...ofProgram(), ...openInSettings(config), ...openOnMachine(config, here)]
    return { open, wasAsked: false }
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    const wrong: OpenItem = { topic: 'machine', sentence: error.message }
    return { open: [...ofProgram(), wrong], wasAsked: false }
  }
}

const ofProgram = () => [...openInBrand(brand, placeholders), ...openInTexts(root)]

/** Null where it does not run, is not built, or its database does not answer. */
async function requestShop(config: Config): Promise<OpenItem[] | null> {
  const isThere = config.database === 'postgresql' || existsSync(config.dataDir)
  if (!isThere || config.database === 'none' || !existsSync(build)) return null
  const { requestRunningServer, openItemsOfDatabase, openLog, wrongDatabaseSetting } =
    (await import(build.href)) as typeof import('../app/.server/main.ts')
  if (config.database === 'postgresql') {
    return openItemsOfDatabase(config, openLog('silent')).catch((error) => {
      const refusal = wrongDatabaseSetting(error)
      if (refusal) throw new ConfigError(refusal)
      return null
    })
  }
  const answer = await requestRunningServer(config.dataDir, { command: 'setup' })
  return Array.isArray(answer?.json) ? (answer.json as OpenItem[]) : null
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { open, wasAsked } = await openNow()
  process.stdout.write(`${report(open, wasAsked)}\n\n`)
  process.exitCode = open.length > 0 ? 1 : 0
}
