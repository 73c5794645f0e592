import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { TextField, TextRules } from './text-field.ts'
import { changesOf, sameText, tidy, valuesOf, writtenValues } from './text-field.ts'
import { textProblems, variablesIn } from './text-problems.ts'

const body: TextField = {
  name: 'body',
  label: 'Text',
  group: '',
  kind: 'markdown',
  max: 2000,
  builtIn: 'Write to {email} within **{returnDays} days**. Recast at 50%.',
}
const title: TextField = { ...body, name: 'title', label: 'Title', kind: 'line', builtIn: 'Terms' }
const rules: TextRules = {
  fields: [title, body],
  variables: [
    { name: 'email', says: 'the email address' },
    { name: 'returnDays', says: 'the days of a return' },
  ],
  needs: ['email', 'returnDays'],
  keeps: ['50%'],
}
const problemsOf = (text: string) => textProblems({ title: 'Terms', body: text }, rules)
const fieldOf = (kind: TextField['kind'], more: Partial<TextField> = {}): TextRules => ({
  fields: [{ ...title, name: 'it', kind, builtIn: '', ...more }],
  variables: [],
  needs: [],
  keeps: [],
})
const problem = (kind: TextField['kind'], value: string, more: Partial<TextField> = {}) =>
  textProblems({ it: value }, fieldOf(kind, more)).it

describe('the variables of a text', () => {
  it('may be any of its own, and the shipped text is one that staff could write [TEXTS-04]', () => {
    expect(textProblems(valuesOf(rules.fields, null), rules)).toEqual({})
  })

  it('that are needed cannot be left out, and the sentence names the one [TEXTS-04]', () => {
    expect(problemsOf('Within {returnDays} days. Recast at 50%.').body).toBe(
      'Please keep {email}: the email address.',
    )
    expect(problemsOf('Write to {email}. Recast at 50%.').body).toContain('{returnDays}')
  })

  it('that nobody knows, or a brace left open, are refused by name [TEXTS-04]', () => {
    const known = '{email} {returnDays} 50%'
    fc.assert(
      fc.property(fc.stringMatching(/^[a-zA-Z ]{1,20}$/), (name) => {
        fc.pre(!['email', 'returnDays'].includes(name))
        expect(problemsOf(`${known} {${name}}`).body).toContain(`{${name}}`)
        expect(variablesIn(`{${name}}`)).toEqual([name])
      }),
    )
    expect(problemsOf(`${known} {email`).body).toContain('A brace isn’t closed')
  })

  it('words that the shop promises stay [TEXTS-04]', () => {
    expect(problemsOf('Write to {email} within {returnDays} days. Recast at 60%.').body).toContain(
      '“50%”',
    )
  })

  it('never refuses what holds all of them, wherever they stand [TEXTS-04]', () => {
    const words = fc.stringMatching(/^[A-Za-z ,.]{0,40}$/)
    fc.assert(
      fc.property(fc.array(words, { minLength: 3, maxLength: 6 }), fc.nat(5), (parts, at) => {
        const kept = ['{email}', '{returnDays}', '50%']
        const mixed = parts.flatMap((part, nth) => [part, kept[(nth + at) % 3] ?? ''])
        expect(problemsOf(mixed.join(' '))).toEqual({})
      }),
    )
  })
})

describe('a field of a text', () => {
  it('is refused with what to write instead [TEXTS-04]', () => {
    for (const wrong of ['hello', 'a@b', 'a b@c.com', 'hello@shop.com, me@shop.com']) {
      expect(problem('email', wrong), wrong).toContain('hello@your-shop.com')
    }
    for (const wrong of ['call us', '555', '+']) expect(problem('phone', wrong), wrong).toBeTruthy()
    for (const wrong of ['12', '9810', '981011', '98101-12', 'WA 98101']) {
      expect(problem('zip', wrong), wrong).toContain('five-digit')
    }
    for (const wrong of [
      'http://x.com',
      'javascript:alert(1)',
      '//x.com',
      'x.com',
      '/a b',
      'https://x',
    ]) {
      expect(problem('link', wrong), wrong).toContain('https://')
    }
    for (const wrong of ['2026-02-30T10:00', 'tomorrow', '2026-03-01']) {
      expect(problem('time', wrong), wrong).toBeTruthy()
    }
    for (const wrong of ['5', 'How we cast', '-a', 'a--b', 'a/b', 'ä']) {
      expect(problem('slug', wrong), wrong).toBeTruthy()
    }
    expect(problem('picture', 'https://x.com/a.jpg')).toContain('library')
    expect(problem('line', '  ')).toBe('Please fill in “Title.”')
    expect(problem('line', 'x'.repeat(11), { max: 10 })).toContain('no more than 10')
  })

  it('is taken where it is right, or may be empty [TEXTS-04]', () => {
    const right = [
      ['email', 'hello@own-gold.com'],
      ['phone', '(206) 555-0149'],
      ['phone', '+1 206 555 0149'],
      ['phone', '(206) 555-0149 x12'],
      ['phone', '1-800-GOLD-999'],
      ['phone', '+44 20 7946 0958'],
      ['zip', '98101 0042'],
      ['zip', '98101'],
      ['zip', '98101-0042'],
      ['link', 'https://www.example.com/videos?x=1'],
      ['link', '/qa/history-24k#a'],
      ['time', '2028-02-29T23:59'],
      ['slug', 'how-we-cast-24k'],
      ['picture', '/media/0123456789abcdef-01234567-1600x1200-50x40.jpg'],
    ] as const
    for (const [kind, value] of right) expect(problem(kind, value), value).toBeUndefined()
    expect(problem('link', '', { isOptional: true })).toBeUndefined()
  })

  it('of Markdown takes no HTML and no link that runs something [TEXTS-04]', () => {
    for (const wrong of ['<script>alert(1)</script>', 'a <b>b</b>', '<!-- note -->', '</p>']) {
      expect(problem('markdown', wrong), wrong).toContain('HTML')
    }
    for (const wrong of ['[a](javascript:alert(1))', '![a](data:text/html,x)', '[a](ftp://x)']) {
      expect(problem('markdown', wrong), wrong).toContain('A link goes to')
    }
    for (const right of ['3 < 4 and 5 > 2', '[a](/qa)', '[a](https://x.com)', '<https://x.com>']) {
      expect(problem('markdown', right), right).toBeUndefined()
    }
  })
})

describe('what is stored of a text', () => {
  it('is what differs, tidied, and gives back what was typed [TEXTS-02]', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (typedTitle, typedBody) => {
        const input = { title: typedTitle, body: typedBody }
        const stands = valuesOf(rules.fields, writtenValues(rules.fields, input))
        expect(stands).toEqual({
          title: tidy(typedTitle, 'line'),
          body: tidy(typedBody, 'markdown'),
        })
        expect(writtenValues(rules.fields, stands)).toEqual(writtenValues(rules.fields, input))
      }),
    )
    expect(writtenValues(rules.fields, valuesOf(rules.fields, null))).toBeNull()
  })

  it('is the same where it reads the same, and never the same as the built-in text [TEXTS-02]', () => {
    const { fields } = rules
    expect(sameText(fields, null, null)).toBe(true)
    expect(sameText(fields, { title: title.builtIn }, null)).toBe(false)
    expect(sameText(fields, { title: 'A' }, { title: 'A', body: body.builtIn, gone: 'x' })).toBe(
      true,
    )
    expect(sameText(fields, { title: 'A' }, { title: 'A', body: 'B' })).toBe(false)
  })

  it('is logged short, from where it begins to differ [TEXTS-02]', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 400 }), fc.string({ maxLength: 400 }), (one, other) => {
        const changes = changesOf(rules.fields, { body: one }, { body: other })
        expect(changes).toHaveLength(one === other ? 0 : 1)
        for (const { before, after } of changes) {
          expect([...before].length).toBeLessThanOrEqual(82)
          expect([...after].length).toBeLessThanOrEqual(82)
        }
      }),
    )
    const long = 'word '.repeat(60)
    expect(changesOf(rules.fields, { body: `${long}30 days` }, { body: `${long}14 days` })).toEqual(
      [{ field: 'Text', before: '…30 days', after: '…14 days' }],
    )
  })
})
