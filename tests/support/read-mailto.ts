/** A mailto: address as a mail program reads it (RFC 6068): every recipient and header it names. */
export function readMailto(href: string) {
  const [, path = '', query = ''] = /^mailto:([^?#]*)(?:\?([^#]*))?$/.exec(href) ?? []
  if (path === '') throw new Error(`not a mail draft: ${href}`)
  // Here a plus sign is a plus sign, so URLSearchParams would misread it.
  const headers = query.split('&').map((part) => {
    const [name = '', ...rest] = part.split('=')
    return [decodeURIComponent(name), decodeURIComponent(rest.join('='))] as const
  })
  return {
    recipients: path.split(',').map(decodeURIComponent),
    names: headers.map(([name]) => name),
    subject: headers.find(([name]) => name === 'subject')?.[1],
    body: headers.find(([name]) => name === 'body')?.[1],
  }
}
