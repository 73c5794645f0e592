import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, it } from 'vitest'
import { SkippedCategories } from './skipped-categories.tsx'

function shown(state: unknown): string {
  const router = createMemoryRouter([{ path: '/', element: <SkippedCategories /> }], {
    initialEntries: [{ pathname: '/', state }],
  })
  return renderToStaticMarkup(<RouterProvider router={router} />)
}

it('a category that was skipped at save is named, with a way to dismiss it [DATA-24, D20, ERR-01]', () => {
  const page = shown({ skipped: ['low-tide', '<b>'] })
  expect(page).toContain('The product was saved, but without the category “low-tide”, “&lt;b&gt;”.')
  expect(page).toContain('Dismiss')
})

it.each([null, undefined, 'text', {}, { skipped: [] }, { skipped: 'all' }])(
  'nothing is said after %j',
  (state) => expect(shown(state)).toBe(''),
)
