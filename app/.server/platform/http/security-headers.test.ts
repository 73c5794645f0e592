import { describe, expect, it } from 'vitest'
import { contentSecurityPolicy, hashInlineScripts, setSecurityHeaders } from './security-headers.ts'

describe('inline scripts', () => {
  it('hashes ours and takes the mark out [SEC-01]', () => {
    const { html, hashes } = hashInlineScripts(
      '<script nonce="m">a()</script><script nonce="m" type="module" src="/x.js"></script><link nonce="m">',
      'm',
    )
    expect(html).toBe('<script>a()</script><script type="module" src="/x.js"></script><link>')
    expect(hashes).toEqual(["'sha256-qVpDBgj7bpq5hMAcGp3AOc79J3Y1Z4HvySTwKrWDoy4='"])
  })

  it("gives no hash to a script that came in with somebody's text [SEC-01]", () => {
    const smuggled = '<p>hello</p><script>steal()</script><script nonce="guess">steal()</script>'
    expect(hashInlineScripts(smuggled, 'the-mark').hashes).toEqual([])
  })

  it('takes no plug-in, base address, form or frame of another site [SEC-01]', () => {
    const policy = contentSecurityPolicy().split('; ')
    const none = ["object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"]
    for (const said of [...none, "form-action 'self'"]) expect(policy).toContain(said)
    const headers = new Headers()
    setSecurityHeaders(headers, '/', true)
    expect(headers.get('Strict-Transport-Security')).toBe('max-age=31536000; includeSubDomains')
  })

  it('never allows unsafe-inline scripts', () => {
    const scripts = /script-src [^;]*/.exec(contentSecurityPolicy(["'sha256-x'"]))?.[0]
    expect(scripts).toBe("script-src 'self' 'sha256-x'")
  })
})
