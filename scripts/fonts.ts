/**
 * Cuts the shop's typefaces to the letters that its own texts use and to three weights, for
 * app/ui/fonts: a third less to fetch before a page is whole. Other letters come from the whole
 * files, when a page has one (app/ui/fonts/fonts.css). Run manually when a typeface changes:
 * node scripts/fonts.ts
 * Needs Debian's fonttools and python3-brotli. The license of both (OFL 1.1) allows it.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const files = {
  cormorant: 'cormorant/files/cormorant-latin-wght-normal.woff2',
  'instrument-sans': 'instrument-sans/files/instrument-sans-latin-wght-normal.woff2',
  'instrument-sans-italic': 'instrument-sans/files/instrument-sans-latin-wght-italic.woff2',
}
const weights = '400:600'
/** ASCII, and the signs of typeset English: the same list is in app/ui/fonts/fonts.css. */
const characters = [
  ...['U+20-7E', 'U+A0', 'U+A9', 'U+AE', 'U+B0', 'U+B1', 'U+B7', 'U+BC-BE', 'U+D7', 'U+F7'],
  ...['U+2009', 'U+2011', 'U+2013-2014', 'U+2018-201A', 'U+201C-201E', 'U+2022', 'U+2026'],
  ...['U+2032-2033', 'U+2044', 'U+20AC', 'U+2122', 'U+2190-2193', 'U+2212'],
]
const features = ['kern', 'liga', 'lnum', 'tnum']

const root = new URL('..', import.meta.url)
const work = mkdtempSync(join(tmpdir(), 'four-nines-fonts-'))
for (const [name, source] of Object.entries(files)) {
  const from = fileURLToPath(new URL(`node_modules/@fontsource-variable/${source}`, root))
  const fewerWeights = join(work, `${name}.ttf`)
  const to = fileURLToPath(new URL(`app/ui/fonts/${name}.woff2`, root))
  run('fonttools', ['varLib.instancer', from, `wght=${weights}`, '-o', fewerWeights, '-q'])
  run('pyftsubset', [
    ...[fewerWeights, `--unicodes=${characters.join()}`, `--layout-features=${features.join()}`],
    ...['--flavor=woff2', '--no-hinting', '--desubroutinize', `--output-file=${to}`],
  ])
  process.stdout.write(`${name}: ${statSync(from).size} -> ${statSync(to).size} bytes\n`)
}
rmSync(work, { recursive: true })

function run(tool: string, args: string[]): void {
  const { error, status, stderr } = spawnSync(tool, args, { encoding: 'utf8' })
  if (!error && status === 0) return
  process.stderr.write(`${tool}: ${error ? 'apt-get install fonttools python3-brotli' : stderr}\n`)
  process.exit(1)
}
