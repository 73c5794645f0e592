import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { namesInScripts } from '#tests/support/scripts.ts'
import {
  type CarrierLines,
  carrierLines,
  carrierText,
  carrierTextProblem,
  changedLines,
  differsForCarrier,
  maxCarrierLine,
} from './carrier-text.ts'

const ada = { name: 'Ada Buyer', line1: '1000 Example Street', line2: '', city: 'Seattle' }

describe('a text for a carrier', () => {
  it.each([
    ['Łucja Núñez-Őry Żółć', 'Lucja Nunez-Ory Zolc'],
    ['Straße Ærø Þór Đặng', 'Strasse Aero Thor Dang'],
    ['Nguyễn Thị Thuỳ Dương', 'Nguyen Thi Thuy Duong'],
    ['Юлія Щукіна', 'Yuliya Shchukina'],
    ['Γιώργος Παπαδόπουλος', 'Giorgos Papadopoulos'],
    ['Apt. #3½, № 5 “B” – 4⅓', 'Apt. #3 1/2, No. 5 "B" - 4 1/3'],
    ['O’Brien\r\n2nd\tfloor\u0000', "O'Brien 2nd floor"],
    ['Ada 💍❤️', 'Ada'],
    ['Ａｄａ\u00a0Ｂ', 'Ada B'],
    ['\u202eada', 'ada'],
    ['王小明', '王小明'],
  ])('is of %j %j [PRINT-04]', (text, sent) => {
    expect(carrierText(text)).toBe(sent)
  })

  it('has one line, is the same when it is read again, and leaves ASCII as it is [PRINT-04]', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const sent = carrierText(text)
        expect(sent).not.toMatch(/\p{Cc}/u)
        expect(carrierText(sent)).toBe(sent)
      }),
    )
    fc.assert(
      fc.property(fc.stringMatching(/^[!-~]+( [!-~]+)*$/), (text) => {
        expect(carrierText(text)).toBe(text)
      }),
    )
  })
})

describe('an address for a carrier', () => {
  it('is not told of where it is sent as it is stored [PRINT-04]', () => {
    expect(differsForCarrier(ada)).toBe(false)
    expect(differsForCarrier({ ...ada, name: 'José' })).toBe(true)
    expect(differsForCarrier({ ...ada, name: '王' })).toBe(true)
  })

  it('goes on in the second line where the street is too long and that is free [PRINT-04]', () => {
    const line1 = '12345 Northeast Long Example Boulevard, Building Seven'
    const sent = carrierLines({ ...ada, line1 })
    expect(`${sent.line1} ${sent.line2}`).toBe(line1)
    expect(sent.line1.length).toBeLessThanOrEqual(maxCarrierLine)
    expect(carrierTextProblem(sent)).toBeNull()
    expect(carrierTextProblem(carrierLines({ ...ada, line1, line2: 'Apt. 3' }))).toBe(
      'Carriers print 35 characters per line, and the street has 54. Please shorten it.',
    )
  })

  it('with letters that have no Latin form is refused with these [PRINT-04]', () => {
    expect(carrierTextProblem(carrierLines({ ...ada, name: namesInScripts.Korean }))).toBe(
      'Carriers print only Latin letters, and the name has “김철수.” Please enter the name in Latin letters.',
    )
  })
})

describe('lines that staff change for a carrier', () => {
  const line1 = '12345 Northeast Long Example Boulevard, Building 7'
  const long = { ...ada, line1, line2: 'Apt. 3' }
  const both = 'second line of the address'

  it('are needed where the carrier does not take the stored ones, with the same numbers in each [LABEL-12]', () => {
    const short = { line1: '12345 NE Long Example Blvd., Bldg. 7' }
    expect(changedLines(long, { line1: '12345 NE Example Blvd., Bldg. 7' })).toEqual({
      needed: ['street'],
      chosen: [],
    })
    // A street without a second line may break where it likes.
    const longer = { ...ada, line1: `${line1}, behind the old mill beside the river` }
    expect(changedLines(longer, { ...short, line1: '12345 NE Example', line2: 'Bldg. 7' })).toEqual(
      {
        needed: ['street', both],
        chosen: [],
      },
    )
  })

  it.each([
    ['another house', { line1: '12346 NE Example Blvd., Bldg. 7' }, ['street']],
    ['a part of a number', { line1: '1234 5 NE Example Blvd., Bldg. 7' }, ['street']],
    ['no number', { line1: 'NE Example Blvd., Bldg. 7' }, ['street']],
    ['the numbers swapped', { line1: '7 NE Example Blvd., Bldg. 12345' }, ['street']],
    ['a number moved', { line1: '12345 NE Example Blvd.', line2: '7, Apt. 3' }, ['street', both]],
    ['another apartment', { line1: '12345 NE Blvd., Bldg. 7', line2: 'Apt. 4' }, ['street', both]],
  ])('are another place with %s [LABEL-12]', (_what, input, chosen) => {
    expect(changedLines(long, input)).toEqual({ needed: [], chosen })
  })

  const weber = 'Dr. Maximilian Alexander von Hohenstein-Weber'
  const avenue = '1200 Northwest Martin Luther King Junior Boulevard'
  const shchukina = 'Юлія Олександрівна Щукіна-Заболотна-Мельниченко'
  const place = 'Llanfairpwllgwyngyll-upon-Elm-Creek St.'

  it.each<[Partial<CarrierLines>, Partial<CarrierLines>]>([
    [{ name: weber }, { name: 'Dr. M. A. von Hohenstein-Weber' }],
    [{ name: weber }, { name: 'Maximilian Weber' }],
    [{ name: shchukina }, { name: 'Yulia Shchukina-Zabolotna' }],
    [
      { line1: avenue, line2: 'Apt 5' },
      { line1: '1200 NW MLK Jr. Blvd.', line2: 'Apt 5' },
    ],
    [{ line1: avenue, line2: 'Apt 5' }, { line1: '1200 N.W. Martin Luther King Jr Blvd' }],
    [{ city: place }, { city: 'Llanfairpwll upon Elm Crk St' }],
    [{ city: '東 Tacoma' }, { city: 'Tacoma' }],
  ])('are a shortening of them: of %j %j [LABEL-12]', (of, input) => {
    expect(changedLines({ ...ada, ...of }, input)).toMatchObject({ chosen: [] })
  })

  it.each<[Partial<CarrierLines>, Partial<CarrierLines>, string[]]>([
    [{ name: weber }, { name: 'Eve Thief' }, ['name']],
    [{ name: weber }, { name: 'Weber Maximilian' }, ['name']],
    [{ name: weber }, { name: '' }, ['name']],
    [{ name: '王小明' }, { name: 'Wang Xiaoming' }, ['name']],
    [{ name: '王 Lee' }, { name: 'Lee' }, ['name']],
    [{ line1: avenue, line2: 'Apt 5' }, { line1: '1200 Elm St' }, ['street']],
    [{ line1: avenue, line2: 'Apt 5' }, { line1: '1200A NW MLK Blvd' }, ['street']],
    [{ line1: '12 Main St 東' }, { line1: '12 Elm St' }, ['street']],
    [{ line1: '12 Main St 東' }, { line1: 'Box 12' }, ['street']],
    [{ city: place }, { city: 'Tacoma' }, ['city']],
    [{ city: '東京' }, { city: 'Tokyo' }, ['city']],
  ])('are another name or place: of %j %j [LABEL-12]', (of, input, chosen) => {
    expect(changedLines({ ...ada, ...of }, input)).toEqual({ needed: [], chosen })
  })

  it('are judged apart: a street that is taken stays where its second line is not [LABEL-12]', () => {
    const line2 = 'Floor 3, behind the old mill beside the river'
    expect(changedLines({ ...ada, line2 }, { line1: '1000 Example St', line2: 'Fl. 3' })).toEqual({
      needed: [both],
      chosen: ['street'],
    })
  })
})
