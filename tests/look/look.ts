import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { screens } from './screens.ts'
import { changedScreens, writeSheets } from './sheets.ts'
import { takePictures, usualWidths } from './take.ts'

/**
 * Called by scripts/look.mjs. Arguments: the folder to write into, the folder with the pictures to
 * compare with (or `-`), the widths in pixels (or `-`), and the beginnings of the names of screens that
 * are wanted (none: all).
 */
const [out = '', before = '-', sizes = '-', ...names] = process.argv.slice(2)
const widths = sizes === '-' ? usualWidths : sizes.split(',').map(Number)
const wanted = (name: string) => names.length === 0 || names.some((begin) => name.startsWith(begin))

const pictures = join(out, 'pictures')
const sheets = join(out, 'sheets')
for (const folder of [pictures, sheets]) rmSync(folder, { recursive: true, force: true })

const began = performance.now()
const { taken, failed } = await takePictures(wanted, screens, pictures, widths)
const seconds = Math.round((performance.now() - began) / 1000)
process.stdout.write(`  ${taken.length} screens seen in ${seconds} s\n`)

if (before === '-') await writeSheets(taken, pictures, null, sheets, widths)
else {
  const changed = changedScreens(before, pictures).filter(wanted)
  await writeSheets(changed, pictures, before, sheets, widths)
  process.stdout.write(`  changed: ${changed.join(', ') || 'none'}\n`)
}
process.stdout.write(`  contact sheets: ${sheets}\n`)
for (const sentence of failed) process.stderr.write(`  NOT SEEN: ${sentence}\n`)
process.exit(failed.length === 0 ? 0 : 1)
