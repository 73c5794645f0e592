import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, it } from 'vitest'
import { NotStored } from './not-stored.tsx'

function shown(state: unknown): string {
  const router = createMemoryRouter([{ path: '/', element: <NotStored /> }], {
    initialEntries: [{ pathname: '/', state }],
  })
  return renderToStaticMarkup(<RouterProvider router={router} />)
}

it('a category that was skipped at save is named, with a way to dismiss it [DATA-24, D20, ERR-01]', () => {
  const page = shown({ skipped: ['low-tide', '<b>'] })
  expect(page).toContain('The product was saved, but without the category “low-tide”, “&lt;b&gt;”.')
  expect(page).toContain('Dismiss')
})

it('what a description could not keep is said after the save [CLEAN-12]', () => {
  const lost = ['Word formatting was removed.', 'A link <b> was removed.']
  expect(shown({ skipped: [], lost })).toContain(
    'The product was saved. Of its description: Word formatting was removed. A link &lt;b&gt; was removed.',
  )
  expect(shown({ skipped: ['low-tide'], lost })).toContain(
    'without the category “low-tide”. Of its description: Word',
  )
})

it.each([null, undefined, 'text', {}, { skipped: [] }, { skipped: 'all' }])(
  'nothing is said after %j',
  (state) => expect(shown(state)).toBe(''),
)
