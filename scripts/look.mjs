/**
 * `npm run look [-- NAME…]`: contact sheets of every screen and state at three widths in both themes,
 * in `.cache/look/now/sheets`. With `--since COMMIT`: only the screens whose pixels changed since then,
 * before above after. With `--widths 320,1920`: at those widths, in pixels. Not part of `npm test`.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import {
  ensureBuilt,
  ensureInstalled,
  environment,
  fail,
  nodeBinary,
  print,
  root,
} from './bootstrap.mjs'
import { ensureHeadlessChromium } from './chromium.mjs'

const args = process.argv.slice(2)
const commit = option('--since')
const widths = option('--widths') ?? '-'
if (commit === '') fail('--since needs a commit')
if (widths !== '-' && !/^\d{3,4}(,\d{3,4})*$/.test(widths)) {
  fail('--widths needs widths in pixels, such as 320,1920')
}
if (commit && widths !== '-')
  fail('Give --since or --widths: other commits were seen at the usual widths.')

ensureInstalled()
const chromium = ensureHeadlessChromium()
ensureBuilt()
const before = commit ? picturesOf(commit) : '-'
process.exit(look(root, join(root, '.cache', 'look', 'now'), before, widths, args))

/** Takes an option and its value from the arguments: null where it is not given, '' without a value. */
function option(name) {
  const at = args.indexOf(name)
  return at === -1 ? null : (args.splice(at, 2)[1] ?? '')
}

function look(folder, out, compareWith, sizes, names) {
  const { status } = spawnSync(
    nodeBinary(),
    [join(folder, 'tests', 'look', 'look.ts'), out, compareWith, sizes, ...names],
    {
      cwd: folder,
      stdio: 'inherit',
      env: environment({ CHROMIUM_PATH: chromium, NODE_ENV: 'test' }),
    },
  )
  return status ?? 1
}

/** The pictures of another commit, taken once by its own `npm run look` in a work tree beside. */
function picturesOf(name) {
  const hash = git('rev-parse', '--verify', `${name}^{commit}`)
  const folder = join(root, '.cache', 'look', hash)
  const seen = join(folder, '.cache', 'look', 'now')
  const pictures = join(seen, 'pictures')
  // The sheets come after the last picture; without them an earlier run was interrupted.
  if (existsSync(join(seen, 'sheets'))) return pictures
  rmSync(folder, { recursive: true, force: true })
  git('worktree', 'prune')
  git('worktree', 'add', '--detach', folder, hash)
  if (!existsSync(join(folder, 'tests', 'look', 'look.ts'))) {
    git('worktree', 'remove', '--force', folder)
    fail(`${name} is older than npm run look, so there is nothing to compare with.`)
  }
  print(`Seeing every screen as of ${name} (once; some minutes)…`)
  spawnSync('npm', ['run', 'look'], { cwd: folder, stdio: 'inherit' })
  if (!existsSync(join(seen, 'sheets'))) fail(`The screens of ${name} could not be seen.`)
  return pictures
}

function git(...args) {
  const { status, stdout, stderr } = spawnSync('git', args, { cwd: root, encoding: 'utf8' })
  if (status !== 0) fail(`git ${args[0]}: ${stderr.trim()}`)
  return stdout.trim()
}
