import { z } from 'zod'

/**
 * What browsers send of themselves: the older form of content security policies, one at a time
 * (https://www.w3.org/TR/CSP3/#deprecated-serialize-violation), and the newer one of the Reporting
 * API, several together (https://www.w3.org/TR/reporting-1/#media-type). Only what names the kind is read.
 */
const maxReports = 20
const text = z.string().max(4000).nullish().catch(null)

const older = z.object({
  'csp-report': z.object({
    'effective-directive': text,
    'violated-directive': text,
    'blocked-uri': text,
    'source-file': text,
  }),
})
const newer = z.object({
  type: z.string().max(100),
  body: z
    .object({ effectiveDirective: text, blockedURL: text, sourceFile: text })
    .nullish()
    .catch(null),
})

const directives = [
  'default-src',
  'script-src',
  'script-src-elem',
  'script-src-attr',
  'style-src',
  'style-src-elem',
  'style-src-attr',
  'img-src',
  'font-src',
  'connect-src',
  'object-src',
  'base-uri',
  'form-action',
  'frame-src',
  'media-src',
  'worker-src',
]
const types = [
  'deprecation',
  'intervention',
  'crash',
  'coop',
  'permissions-policy-violation',
  'integrity-violation',
]

/** A browser's extension put something into the page; it is no fault of ours. */
export const fromExtension = 'extension'

export const browserReports = z.union([older, z.array(newer).max(maxReports), newer])

/** The kind of each report, of a closed list: nothing that a client can write itself. */
export function kindsOf(posted: z.output<typeof browserReports>): string[] {
  if ('csp-report' in posted) {
    const report = posted['csp-report']
    const directive = report['effective-directive'] ?? report['violated-directive']
    return [policyKind(directive, [report['blocked-uri'], report['source-file']])]
  }
  return [posted].flat().map(({ type, body }) => {
    if (type === 'csp-violation') {
      return policyKind(body?.effectiveDirective, [body?.blockedURL, body?.sourceFile])
    }
    return types.includes(type) ? type : 'other'
  })
}

function policyKind(
  directive: string | null | undefined,
  addresses: readonly (string | null | undefined)[],
): string {
  const isExtension = (address?: string | null) => /^[a-z-]+-extension(:|$)/.test(address ?? '')
  if (addresses.some(isExtension)) return fromExtension
  const [name = ''] = (directive ?? '').split(' ')
  return `csp ${directives.includes(name) ? name : 'other'}`
}
