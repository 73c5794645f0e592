import { brand } from '#brand'
import { WrongField } from './auth-errors.ts'

/** 10^8 guesses or more, on zxcvbn's scale from 0 to 4. */
const minScore = 3

/**
 * Words of this shop and of what it is about, beside its name and the account's address: guesses
 * at a password of staff begin with them [AUTH-32].
 */
const words =
  'admin owner manager bench staff dashboard shop store jewelry jeweler gold golden karat carat 24k 24karat pure troy ounce gram fineness bullion pendant ring bracelet chain necklace coin paracord guarantee'.split(
    ' ',
  )

/**
 * Refuses a password that is on lists of common ones, or made of one: repeated, with digits behind,
 * along the keyboard, from the account's own email address, or from words of the shop [AUTH-23].
 */
export async function refuseCommonPassword(password: string, email: string): Promise<void> {
  loaded ??= load()
  const zxcvbn = await loaded
  const own = [email, ...email.split(/\W+/), brand.name, brand.name.replaceAll(' ', ''), ...words]
  if (zxcvbn.check(password, own).score >= minScore) return
  throw new WrongField(
    'common_password',
    'password',
    'This password is too easy to guess. Please choose another. A few random words are hard to guess.',
  )
}

let loaded: ReturnType<typeof load> | undefined

/** Loaded when it is first needed: 50,000 passwords take 30 MB. */
async function load() {
  const [{ ZxcvbnFactory }, common] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ])
  const { dictionary, adjacencyGraphs: graphs } = common
  return new ZxcvbnFactory({ dictionary, graphs })
}
