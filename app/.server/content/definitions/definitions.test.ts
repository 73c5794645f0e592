import { describe, expect, it } from 'vitest'
import { valuesOf } from '#app/domain/content/text-field.ts'
import { textProblems } from '#app/domain/content/text-problems.ts'
import { posts } from '#content/journal/index.ts'
import { textDefinition, textDefinitions } from './definitions.ts'
import { postDefinition } from './post-definition.ts'

const all = [...textDefinitions, ...posts.map(({ id }) => postDefinition(id))]

describe('the texts that staff may change', () => {
  it.each(all.map((each) => [each.key, each] as const))(
    'the shipped text of %s is one that they could write themselves [TEXTS-01, TEXTS-04]',
    (key, definition) => {
      expect(textProblems(valuesOf(definition.fields, null), definition)).toEqual({})
      expect(definition.fields.length).toBeGreaterThan(0)
      const names = definition.fields.map(({ name }) => name)
      expect(new Set(names).size).toBe(names.length)
      expect(definition.fields.every(({ label }) => label !== '')).toBe(true)
      expect(textDefinition(key)?.key).toBe(key)
    },
  )

  it('do not take in what the specification fixes [TEXTS-04]', () => {
    const fields = textDefinitions.flatMap((each) => each.fields.map(({ builtIn }) => builtIn))
    for (const fixed of [
      'Featured Collection',
      'View All',
      'Quality',
      'Material',
      'Recast',
      '.9999',
    ]) {
      expect(fields, fixed).not.toContain(fixed)
    }
  })

  it('are known by their keys alone', () => {
    for (const key of ['', 'page-nothing', 'post-0', 'post-x', '__proto__', 'post-1a']) {
      expect(textDefinition(key), key).toBeNull()
    }
  })
})
