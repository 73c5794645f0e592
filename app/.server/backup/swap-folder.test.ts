import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { finishRestore, isRestorePending, restoredFolder } from './swap-folder.ts'

const stamp = '2026-03-11T16-00-00Z'
let data: string
beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'four-nines-restored-'))
})
afterEach(() => rmSync(data, { recursive: true, force: true }))

function put(folder: string, what: string, parts = ['secret', 'db']) {
  mkdirSync(folder, { recursive: true })
  if (parts.includes('secret')) writeFileSync(join(folder, 'secret'), what)
  if (!parts.includes('db')) return
  mkdirSync(join(folder, 'db'))
  writeFileSync(join(folder, 'db', 'rows'), what)
}
const read = (...path: string[]) => {
  const file = join(data, ...path)
  return existsSync(file) ? readFileSync(file, 'utf8') : null
}

describe('a restored database', () => {
  it('takes the place of the one before, which is kept [OPS-08]', () => {
    put(data, 'before')
    put(restoredFolder(data, stamp), 'restored')
    expect(isRestorePending(data)).toBe(true)
    const aside = finishRestore(data)
    expect(aside).toBe(join(data, `before-restore-${stamp}`))
    expect([read('secret'), read('db', 'rows')]).toEqual(['restored', 'restored'])
    const kept = `before-restore-${stamp}`
    expect([read(kept, 'secret'), read(kept, 'db', 'rows')]).toEqual(['before', 'before'])
    expect(isRestorePending(data)).toBe(false)
    expect(finishRestore(data)).toBeNull()
    expect(read('db', 'rows')).toBe('restored')
  })

  it('takes a place that was empty', () => {
    put(restoredFolder(data, stamp), 'restored')
    expect(finishRestore(data)).toBeNull()
    expect([read('secret'), read('db', 'rows')]).toEqual(['restored', 'restored'])
  })

  it('leaves the secret that is there where it brings none', () => {
    put(data, 'before')
    put(restoredFolder(data, stamp), 'restored', ['db'])
    finishRestore(data)
    expect([read('secret'), read('db', 'rows')]).toEqual(['before', 'restored'])
  })

  it('takes its place at the next start, wherever it was cut off [OPS-08]', () => {
    const restored = restoredFolder(data, stamp)
    const kept = `before-restore-${stamp}`
    // The secret has been exchanged, and the database is moved aside already.
    put(join(data, kept), 'before')
    put(data, 'restored', ['secret'])
    put(restored, 'restored', ['db'])
    expect(finishRestore(data)).toBe(join(data, kept))
    expect([read('secret'), read('db', 'rows')]).toEqual(['restored', 'restored'])
    expect([read(kept, 'secret'), read(kept, 'db', 'rows')]).toEqual(['before', 'before'])
    // Everything is in its place, and only the empty folder was left.
    mkdirSync(restored)
    finishRestore(data)
    expect(isRestorePending(data)).toBe(false)
    expect(read('db', 'rows')).toBe('restored')
  })
})
