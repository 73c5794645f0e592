import { redirect } from 'react-router'
import { changeMedia } from '#app/.server/media/commands/change-media.ts'
import { deleteMedia } from '#app/.server/media/commands/delete-media.ts'
import { describeMedia } from '#app/.server/media/commands/describe-media.ts'
import { describeForm, mediaForm } from '#app/contracts/media/media.ts'
import { noFields, staffAction } from '../components/staff-actions.ts'

/** What staff do with a picture of the library. */
export const mediaActions = {
  save: staffAction(null, 'never', {
    form: mediaForm,
    run(app, { id, by, revision, alt, rotation, focusX: x, focusY: y, ...cut }) {
      return changeMedia(app, { id, by, revision, alt, rotation, cut, focus: { x, y } })
    },
    answer: 'The image was saved.',
  }),
  describe: staffAction(null, 'never', {
    form: describeForm,
    run: describeMedia,
    answer: 'The description was saved.',
  }),
  delete: staffAction(null, 'never', {
    form: noFields,
    run: deleteMedia,
    answer: () => redirect('/admin/dashboard/media'),
  }),
}
