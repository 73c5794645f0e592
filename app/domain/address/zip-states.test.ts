import { describe, expect, it } from 'vitest'
import { zipProblem } from './zip-states.ts'

/** Of capitals and post offices of the armed forces. */
const known =
  'AL 36104,AK 99801,AZ 85007,AR 72201,CA 95814,CO 80203,CT 06106,DE 19901,DC 20001,FL 32301,GA 30334,HI 96813,ID 83702,IL 62701,IN 46204,IA 50319,KS 66603,KY 40601,LA 70802,ME 04330,MD 21401,MA 02108,MI 48933,MN 55102,MS 39201,MO 65101,MT 59601,NE 68502,NV 89701,NH 03301,NJ 08608,NM 87501,NY 12207,NC 27601,ND 58501,OH 43215,OK 73102,OR 97301,PA 17101,RI 02903,SC 29201,SD 57501,TN 37219,TX 78701,UT 84111,VT 05602,VA 23219,WA 98501,WV 25301,WI 53703,WY 82001,PR 00901,GU 96910,VI 00801,AS 96799,MP 96950,FM 96941,MH 96960,PW 96940,UM 96898,AE 09001,AP 96201,AA 34001,NY 06390,TX 88510'
const addresses = known.split(',').map((each) => {
  const [state = '', postalCode = ''] = each.split(' ')
  return { state, postalCode }
})

describe('a ZIP code and the state beside it', () => {
  it('agree wherever the post delivers [ADDR-08]', () => {
    for (const address of addresses) expect(zipProblem(address), address.state).toBeNull()
    const plusFour = { state: 'WA', postalCode: '98101-1234' }
    expect(zipProblem(plusFour)).toBeNull()
  })

  it('are doubted where the code is one of another state, or of none [ADDR-08]', () => {
    expect(zipProblem({ state: 'OR', postalCode: '98101' })).toBe(
      '98101 is usually a ZIP code in Washington, but the address says Oregon.',
    )
    expect(zipProblem({ state: 'CA', postalCode: '96799' })).toBe(
      '96799 is usually a ZIP code in American Samoa or Hawaii, but the address says California.',
    )
    expect(zipProblem({ state: 'WA', postalCode: '00000' })).toBe('00000 isn’t a ZIP code in use.')
    // What is missing is asked for elsewhere [ADDR-03].
    for (const [state, postalCode] of [
      ['', '98101'],
      ['WA', ''],
      ['WA', '9810'],
    ] as const) {
      expect(zipProblem({ state, postalCode })).toBeNull()
    }
  })
})
