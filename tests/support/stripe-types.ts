import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/**
 * Stripe's own published types, read at run time and held against what is really sent: every name
 * must be one of theirs, every required one must be there, every text of a fixed list be on it, every
 * number be one. The declarations are generated, so their form is regular: comments, and one
 * declaration or member a line.
 */

type Member = { name: string; optional: boolean; type: string; scope: string }
type Declarations = { interfaces: Map<string, Member[]>; aliases: Map<string, string> }

/** What is wrong with a request, in the form of Stripe's own answer. */
export type ParamError = { code: string; param: string; message: string }

const known = declarationsOf(textOf('Checkout/Sessions'))
for (const resource of [
  'Refunds',
  'Customers',
  'PaymentIntents',
  'BalanceTransactions',
  'Payouts',
]) {
  const { interfaces, aliases } = declarationsOf(textOf(resource))
  for (const [name, members] of interfaces) known.interfaces.set(name, members)
  for (const [name, type] of aliases) known.aliases.set(name, type)
}

function textOf(resource: string): string {
  const folder = dirname(createRequire(import.meta.url).resolve('stripe'))
  return readFileSync(join(folder, `../esm/resources/${resource}.d.ts`), 'utf8')
}

/** The first thing about `params` that the interface does not allow, or null. */
export function checkParams(interfaceName: string, params: unknown): ParamError | null {
  const name = known.interfaces.has(interfaceName) ? interfaceName : `Checkout.${interfaceName}`
  return checkObject(params, name, '')
}

function declarationsOf(source: string): Declarations {
  const interfaces = new Map<string, Member[]>()
  const aliases = new Map<string, string>()
  const open: { kind: 'namespace' | 'interface' | 'other'; name: string }[] = []
  const scope = () =>
    open
      .filter(({ kind }) => kind === 'namespace')
      .map(({ name }) => name)
      .join('.')
  for (const raw of source.replace(/\/\*[\s\S]*?\*\//g, '').split('\n')) {
    const line = raw.trim()
    const begins =
      /^(?:export )?(?:declare )?(namespace|interface) (\w+)(?: extends .*)? \{(\})?$/.exec(line)
    const alias = /^(?:export )?type (\w+) = (.+);$/.exec(line)
    const member = /^(\w+)(\?)?: (.+);$/.exec(line)
    const top = open.at(-1)
    if (begins) {
      const [, kind, name = '', empty] = begins
      const qualified = [scope(), name].filter(Boolean).join('.')
      if (kind === 'interface' && !interfaces.has(qualified)) interfaces.set(qualified, [])
      if (!empty) open.push({ kind: kind as 'namespace' | 'interface', name })
    } else if (alias) {
      aliases.set([scope(), alias[1]].filter(Boolean).join('.'), alias[2] ?? '')
    } else if (member && top?.kind === 'interface') {
      const [, name = '', optional, type = ''] = member
      const qualified = [scope(), top.name].filter(Boolean).join('.')
      interfaces
        .get(qualified)
        ?.push({ name, optional: optional !== undefined, type, scope: scope() })
    } else if (line.endsWith('{')) {
      open.push({ kind: 'other', name: '' })
    } else if (/^\}/.test(line)) {
      open.pop()
    }
  }
  return { interfaces, aliases }
}

function checkObject(value: unknown, qualified: string, at: string): ParamError | null {
  const members = known.interfaces.get(qualified)
  if (!members) throw new Error(`Stripe's types have no ${qualified}`)
  if (!isObject(value)) {
    return { code: 'parameter_invalid', param: at, message: `Invalid object: ${at}` }
  }
  for (const name of Object.keys(value)) {
    if (members.some((member) => member.name === name)) continue
    const param = inside(at, name)
    return { code: 'parameter_unknown', param, message: `Received unknown parameter: ${param}` }
  }
  for (const { name, optional, type, scope } of members) {
    const param = inside(at, name)
    const given = value[name]
    if (given === undefined) {
      if (optional) continue
      return { code: 'parameter_missing', param, message: `Missing required param: ${param}.` }
    }
    const wrong = checkType(given, type, scope, param)
    if (wrong) return wrong
  }
  return null
}

function checkType(value: unknown, type: string, scope: string, at: string): ParamError | null {
  const list = /^Array<(.+)>$/.exec(type)?.[1]
  if (list) return checkList(value, list, scope, at)
  const emptyable = /^Emptyable<(.+)>$/.exec(type)?.[1]
  if (emptyable) return value === '' ? null : checkType(value, emptyable, scope, at)
  if (type.startsWith("'")) return checkChoice(value, type, at)
  switch (type) {
    case 'string':
    case 'Decimal':
      return typeof value === 'string' && value !== '' ? null : invalid('string', value, at)
    case 'number':
      return /^-?\d{1,15}$/.test(String(value)) ? null : invalid('integer', value, at)
    case 'boolean':
      return value === 'true' || value === 'false' ? null : invalid('boolean', value, at)
    case 'MetadataParam':
      return checkMetadata(value, at)
  }
  for (let around = scope; ; around = around.slice(0, Math.max(0, around.lastIndexOf('.')))) {
    const qualified = [around, type].filter(Boolean).join('.')
    const alias = known.aliases.get(qualified)
    if (alias) return checkType(value, alias, around, at)
    if (known.interfaces.has(qualified)) return checkObject(value, qualified, at)
    if (around === '') throw new Error(`Stripe's types have no ${type} for ${at}`)
  }
}

function checkList(value: unknown, type: string, scope: string, at: string): ParamError | null {
  if (!isObject(value)) return invalid('array', value, at)
  const entries = Object.entries(value)
  for (const [index, [key, entry]] of entries.entries()) {
    if (key !== String(index)) return invalid('array', value, at)
    const wrong = checkType(entry, type, scope, inside(at, key))
    if (wrong) return wrong
  }
  return null
}

/** The SDK's types leave room for choices of later versions (OtherString); what is sent must be known. */
function checkChoice(value: unknown, type: string, at: string): ParamError | null {
  const choices = [...type.matchAll(/'([^']*)'/g)].map(([, choice]) => choice)
  if (choices.includes(String(value))) return null
  const message = `Invalid ${at}: must be one of ${choices.join(', ')}`
  return { code: 'parameter_invalid_enum', param: at, message }
}

/** Source: https://docs.stripe.com/metadata (50 keys of 40 characters, values of 500). */
function checkMetadata(value: unknown, at: string): ParamError | null {
  if (!isObject(value)) return invalid('object', value, at)
  const entries = Object.entries(value)
  if (entries.length > 50) return invalid('metadata of at most 50 keys', entries.length, at)
  for (const [key, entry] of entries) {
    if (key.length > 40 || /[[\]]/.test(key)) return invalid('metadata key', key, at)
    if (typeof entry !== 'string' || entry.length > 500) {
      return invalid('metadata value of at most 500 characters', entry, inside(at, key))
    }
  }
  return null
}

function invalid(wanted: string, value: unknown, param: string): ParamError {
  const message = `Invalid ${wanted}: ${JSON.stringify(value)?.slice(0, 60)}`
  return { code: `parameter_invalid_${wanted.split(' ')[0]}`, param, message }
}

const inside = (at: string, name: string) => (at ? `${at}[${name}]` : name)

export type FormObject = { [name: string]: FormObject | string }

function isObject(value: unknown): value is FormObject {
  return typeof value === 'object' && value !== null
}

/** `line_items[0][price_data][currency]=usd&…` as Stripe reads it: nested, every leaf a text. */
export function parseForm(body: string): FormObject {
  const root: FormObject = Object.create(null) as FormObject
  for (const [name, value] of new URLSearchParams(body)) {
    const path = [
      /^[^[]+/.exec(name)?.[0] ?? '',
      ...[...name.matchAll(/\[([^\]]*)\]/g)].map((m) => m[1] ?? ''),
    ]
    let node = root
    for (const [depth, step] of path.entries()) {
      const key = step === '' ? String(Object.keys(node).length) : step
      if (depth === path.length - 1) {
        if (key in node) throw new Error(`${name} is given twice`)
        node[key] = value
        break
      }
      const next = node[key]
      if (typeof next === 'string') throw new Error(`${name} is both a text and an object`)
      const child = next ?? (Object.create(null) as FormObject)
      node[key] = child
      node = child
    }
  }
  return root
}
