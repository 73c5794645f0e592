import type { Extensions } from '@tiptap/core'
import { StarterKit } from '@tiptap/starter-kit'
import { isAllowedLink } from '#app/domain/catalog/picture-address.ts'
import { PreservedBlock, preservedMarks } from './preserved-html.ts'

/** How far back Undo goes, and how long a pause parts two steps of it [FORM-24]. */
export const undoDepth = 100
export const undoGroupingMs = 500

/** What a description may hold. More than the toolbar makes, so that nothing stored is lost. */
export const descriptionExtensions: Extensions = [
  StarterKit.configure({
    heading: { levels: [1, 2, 3, 4, 5, 6] },
    undoRedo: { depth: undoDepth, newGroupDelay: undoGroupingMs },
    link: {
      // A click in the editor places the cursor [D12].
      openOnClick: false,
      // A link is made by its button, and by nothing else.
      autolink: false,
      linkOnPaste: false,
      isAllowedUri: (address) => isAllowedLink(address),
      HTMLAttributes: { target: null, rel: null, class: null },
    },
    // It would store an empty paragraph after a final heading or list.
    trailingNode: false,
  }),
  PreservedBlock,
  ...preservedMarks,
]
