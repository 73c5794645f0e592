import { expect, it } from 'vitest'
import { csv } from './csv.ts'

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
