import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { plainUpdateMessage, sourceFacts, updateMessage } from './git-facts.ts'

const [old, newer] = ['a'.repeat(40), 'b'.repeat(40)]

async function folderWith(files: Record<string, string>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'four-nines-git-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  for (const [name, text] of Object.entries(files)) {
    await mkdir(join(folder, '.git', name, '..'), { recursive: true })
    await writeFile(join(folder, '.git', name), text)
  }
  return folder
}

it('says whether a newer version is known of, from the folder alone [SYSTEM-02]', async () => {
  const branch = { HEAD: 'ref: refs/heads/main\n' }
  const same = await folderWith({
    ...branch,
    'refs/heads/main': `${old}\n`,
    'packed-refs': `# pack-refs\n${old} refs/remotes/origin/main\n`,
    FETCH_HEAD: '',
  })
  expect(await sourceFacts(same)).toMatchObject({
    here: 'aaaaaaa',
    known: { commit: 'aaaaaaa', at: expect.any(Date) },
  })
  expect(updateMessage('aaaaaaa', await sourceFacts(same))).toMatch(/^None is known of/)
  expect(updateMessage('ccccccc', await sourceFacts(same))).toMatch(/^Another version \(aaaaaaa\)/)
  const behind = await folderWith({
    ...branch,
    'packed-refs': `${old} refs/heads/main\n`,
    'refs/remotes/origin/main': newer,
    FETCH_HEAD: '',
  })
  expect(updateMessage('aaaaaaa', await sourceFacts(behind))).toMatch(
    /^Where this version came from there is another one \(bbbbbbb\); .* git pull/,
  )
  const plain = [
    plainUpdateMessage('aaaaaaa', await sourceFacts(same)),
    plainUpdateMessage('ccccccc', await sourceFacts(same)),
    plainUpdateMessage('aaaaaaa', await sourceFacts(behind)),
    plainUpdateMessage('', await sourceFacts(same)),
  ]
  expect(plain.map((message) => message.slice(0, 20))).toEqual([
    'No newer version fou',
    'Another version is r',
    'There is another ver',
    'We can’t check for u',
  ])
  const detached = await folderWith({ HEAD: `${old}\n` })
  expect(await sourceFacts(detached)).toEqual({ here: 'aaaaaaa', known: null })
  const none = await folderWith({})
  expect(await sourceFacts(none)).toEqual({ here: null, known: null })
  expect(updateMessage('', await sourceFacts(none))).toMatch(/^This folder was not made by git/)
})
