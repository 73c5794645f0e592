import { addRedirect, deleteRedirect } from '#app/.server/content/commands/redirects.ts'
import { renderPageContext } from '#app/.server/platform/http/render-page.ts'
import { redirectForms } from '#app/contracts/content/redirect-forms.ts'
import { staffAction } from '../components/staff-actions.ts'

export const redirectActions = {
  add: staffAction({
    form: redirectForms.add,
    reauth: 'never',
    run: (app, input, { context }) => {
      const render = context.get(renderPageContext)
      return addRedirect(app, { ...input, answerAt: (path) => render(path, app) })
    },
    answer: ({ path, target }) => `${path} now redirects to ${target}.`,
  }),
  delete: staffAction({
    form: redirectForms.delete,
    reauth: 'never',
    run: deleteRedirect,
    answer: 'The redirect was deleted.',
  }),
}
