import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { csv } from '#app/domain/text/csv.ts'
import { csvResponse } from './csv-response.ts'

const filesWith = (text: string) =>
  execFileSync('git', ['grep', '-l', '-e', text, '--', 'app', ':!*.test.ts', ':!*.test.tsx'], {
    encoding: 'utf8',
  })
    .trim()
    .split('\n')

it('every CSV has the mark by which Excel reads its accents, by one writer and one reader [CSV-08]', async () => {
  const bytes = new Uint8Array(await csvResponse('a.csv', csv([['é', '1/2', -12.5]])).arrayBuffer())
  expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
  expect(new TextDecoder().decode(bytes)).toBe("é,'1/2,-12.5\r\n")
  expect(filesWith('text/csv; charset')).toEqual(['app/.server/platform/http/csv-response.ts'])
  expect(filesWith("from 'csv-parse'")).toEqual(['app/.server/catalog/parse-csv.ts'])
})
