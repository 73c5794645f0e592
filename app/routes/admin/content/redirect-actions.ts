import { z } from 'zod'
import { addRedirect, deleteRedirect } from '#app/.server/content/commands/redirects.ts'
import { renderPageContext } from '#app/.server/platform/http/render-page.ts'
import { staffAction } from '../components/staff-actions.ts'

const address = z
  .string()
  .trim()
  .min(1, 'Please enter an address.')
  .max(2000, 'Please use no more than 2,000 characters.')

/** What staff can do with redirects; domain/content/redirect.ts says what an address must be. */
export const redirectForms = {
  add: z.object({ from: address, to: address }),
  delete: z.object({ path: z.string().max(400) }),
}

export const redirectActions = {
  add: staffAction(null, 'never', {
    form: redirectForms.add,
    run: (app, input, { context }) => {
      const render = context.get(renderPageContext)
      return addRedirect(app, { ...input, answerAt: (path) => render(path, app) })
    },
    answer: ({ path, target }) => `${path} now redirects to ${target}.`,
  }),
  delete: staffAction(null, 'never', {
    form: redirectForms.delete,
    run: deleteRedirect,
    answer: 'The redirect was deleted.',
  }),
}
