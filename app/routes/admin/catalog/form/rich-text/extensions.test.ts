import { Editor, getSchema } from '@tiptap/core'
import { undo } from '@tiptap/pm/history'
import { EditorState } from '@tiptap/pm/state'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { descriptionExtensions, undoDepth, undoGroupingMs } from './extensions.ts'

/** The editor's own document and history, without a page around it. */
function open() {
  const content = { type: 'doc', content: [{ type: 'paragraph' }] }
  const editor = new Editor({ element: null, extensions: descriptionExtensions, content })
  let state = EditorState.create({
    schema: editor.schema,
    plugins: editor.extensionManager.plugins,
  })
  return {
    /** Types at the end, at a time in milliseconds. */
    type: (at: number) => {
      state = state.apply(state.tr.insertText('x', state.doc.content.size - 1).setTime(at))
    },
    /** How often Undo does something. */
    stepsBack: () => {
      let steps = 0
      while (
        undo(state, (step) => {
          state = state.apply(step)
        })
      )
        steps++
      return steps
    },
    text: () => state.doc.textContent,
  }
}

describe('undo', () => {
  it('takes back together what was typed within 500 ms, and apart what was not [FORM-24]', () => {
    const pauses = fc.array(fc.integer({ min: 0, max: 1000 }), { minLength: 1, maxLength: 20 })
    fc.assert(
      fc.property(pauses, (waits) => {
        const editor = open()
        let now = 1_000_000
        editor.type(now)
        for (const wait of waits) {
          now += wait
          editor.type(now)
        }
        expect(editor.stepsBack()).toBe(1 + waits.filter((wait) => wait > 500).length)
        expect(editor.text()).toBe('')
      }),
      { numRuns: 20 },
    )
    expect(undoGroupingMs).toBe(500)
  })

  it('goes back a hundred steps, and not without end [FORM-24]', () => {
    const editor = open()
    for (let step = 0; step < 300; step++) editor.type(1_000_000 + step * 1000)
    const steps = editor.stepsBack()
    expect(steps).toBeGreaterThanOrEqual(undoDepth)
    // The history is trimmed to its depth twenty steps at a time.
    expect(steps).toBeLessThanOrEqual(undoDepth + 20)
    expect(undoDepth).toBe(100)
  })
})

describe('a description', () => {
  const schema = getSchema(descriptionExtensions)

  it('may hold headings of all six levels [FORM-22]', () => {
    for (const level of [1, 2, 3, 4, 5, 6]) {
      const heading = schema.nodes.heading?.create({ level })
      expect(heading && schema.nodes.heading?.spec.toDOM?.(heading)).toEqual([`h${level}`, {}, 0])
    }
  })

  it('may hold what its toolbar makes, and what the site shows besides [FORM-21]', () => {
    expect(Object.keys(schema.nodes)).toEqual(
      expect.arrayContaining([
        'heading',
        'bulletList',
        'orderedList',
        'blockquote',
        'preservedBlock',
      ]),
    )
    expect(Object.keys(schema.marks)).toEqual(
      expect.arrayContaining([
        'bold',
        'italic',
        'link',
        'strike',
        'preserved-sup',
        'preserved-small',
      ]),
    )
  })
})
