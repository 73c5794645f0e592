import { z } from 'zod'
import { isHostOrNetwork } from './platform/outgoing-address.ts'

/** Settings that are addresses: what each must begin with, and what a name and password in it may hold. */

export const httpUrl = (name: string) =>
  z.string().refine((value) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol), {
    error: `${name} must be an address that begins with http:// or https://`,
  })

/** Where what is sent or read in plain text could be changed on its way [FEED-04]. */
export const safeUrl = (name: string) =>
  withoutPassword(
    name,
    z.string().refine((value) => URL.canParse(value) && isSafeAddress(value), {
      error: `${name} must begin with https://, or be on this machine (http://localhost)`,
    }),
  )

/** The shop sends no name and password to these: an address with one cannot be called at all. */
export const withoutPassword = (name: string, url: z.ZodType<string, string>) =>
  z
    .string()
    .refine((value) => !/^[a-z]+:\/\/[^/?#]*@/i.test(value) && !isCutByPassword(value), {
      error: `${name} must be without a name and password before the @`,
      abort: true,
    })
    .pipe(url)

const isCutByPassword = (value: string) => value.includes('@') && !URL.canParse(value)

export const hostsOrNetworks = (name: string) =>
  z
    .string()
    .default('')
    .transform((list) => list.split(',').map((each) => each.trim().toLowerCase()))
    .transform((list) => list.filter((each) => each !== ''))
    .refine((list) => list.every(isHostOrNetwork), {
      error: `${name} must be hosts or networks, such as nas.lan,192.168.1.10,10.1.0.0/16`,
    })

/** An address with a name and password in it, whose schemes are the given ones. */
export const urlWithPassword = (name: string, begins: RegExp, error: string) =>
  z
    .string()
    .refine((value) => begins.test(value), { error, abort: true })
    .superRefine((value, context) => {
      const characters = unencodedIn(value)
      if (!characters) return
      const written = characters.map((each) => `${each} as ${encodeURIComponent(each)}`).join(', ')
      context.addIssue({
        code: 'custom',
        message: `${name} has characters in its name or password that mean something else in an address; write ${written}`,
      })
    })

/** `https:`, or this machine. */
function isSafeAddress(address: string): boolean {
  const { protocol, hostname } = new URL(address)
  if (protocol === 'https:') return true
  return protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
}

/**
 * The characters of a name and password that would have to be written encoded, where some of them end
 * the name of the server early: `postgres://shop:p#ss@host` leads to the server `shop`. Otherwise
 * null.
 */
function unencodedIn(address: string): string[] | null {
  const [, rest = ''] = /^[a-z][\w+.-]*:\/\/(.*)$/is.exec(address) ?? []
  const [, after] = splitAt(rest, rest.search(/[/?#]/))
  const query = after.indexOf('?')
  // A query may hold an @, as in `?user=a@b`; a path or a fragment of these addresses does not.
  const [path, parameters] = query < 0 ? [after, ''] : splitAt(after, query)
  const fragment = parameters.split('#').slice(1).join('#')
  const isCutShort = path.includes('@') || fragment.includes('@') || /^\?[^=&]*@/.test(parameters)
  if (!isCutShort) return null
  const given = rest.slice(0, rest.lastIndexOf('@'))
  return [...new Set(given.match(/[/?#@[\]\\\s]|%(?![\da-f]{2})/gi))]
}

const splitAt = (text: string, at: number): [string, string] =>
  at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at)]
