import { expect, it } from 'vitest'
import { csv, csvText } from './csv.ts'

it('writes cells that any spreadsheet reads back, and no formula [TAX-06]', () => {
  const rows = [
    ['state', 'sales'],
    ['WA', '-12.50'],
    ['a "b", c', 3],
    ['=1+1', '@x'],
    ['two\nlines', '-x'],
  ]
  expect(csv(rows)).toBe(
    'state,sales\r\nWA,-12.50\r\n"a ""b"", c",3\r\n\'=1+1,\'@x\r\n"two\nlines",\'-x\r\n',
  )
})

it('removes the first apostrophe of every cell, and writes one more where there is one [CSV-08]', () => {
  for (const text of ['½', '1/2 heavy', '½ heavy', 'Zoë', '=1'])
    expect(csvText(`'${text}`)).toBe(text)
  for (const text of ["'70s ring", "''", "'=1", '1/2', '1/2 heavy', '-4.5']) {
    expect(csvText(csv([[text]]).trimEnd())).toBe(text)
  }
})
