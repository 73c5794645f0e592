import { describe, expect, it } from 'vitest'
import { contentSecurityPolicy, hashInlineScripts } from './security-headers.ts'

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

  it('never allows unsafe-inline scripts', () => {
    const scripts = /script-src [^;]*/.exec(contentSecurityPolicy(["'sha256-x'"]))?.[0]
    expect(scripts).toBe("script-src 'self' 'sha256-x'")
  })
})
