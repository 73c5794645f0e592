import { expect, it } from 'vitest'
import { refusalOf } from './send-backup.ts'

const said = (search: string) =>
  refusalOf(new Request(`https://shop.example/admin/dashboard/system${search}`))?.message

it('says why a backup was not downloaded, whatever stands in the address [SYSTEM-05]', () => {
  expect(said('')).toBeUndefined()
  expect(said('?refused=backup_gone')).toMatch(/not there any more/)
  for (const code of ['', 'constructor', '__proto__', '<b>'])
    expect(said(`?refused=${code}`)).toMatch(/^The backup could not be read just now/)
})
