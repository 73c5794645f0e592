import { redirect } from 'react-router'
import { changeMedia } from '#app/.server/media/commands/change-media.ts'
import { deleteMedia } from '#app/.server/media/commands/delete-media.ts'
import { describeMedia } from '#app/.server/media/commands/describe-media.ts'
import { describeForm, mediaForm } from '#app/contracts/media/media.ts'
import { noFields, staffAction } from '../components/staff-actions.ts'

/** What staff do with a picture of the library. */
export const mediaActions = {
  save: staffAction({
    form: mediaForm,
    reauth: 'never',
    run(app, { id, by, revision, alt, rotation, focusX: x, focusY: y, ...cut }) {
      return changeMedia(app, { id, by, revision, alt, rotation, cut, focus: { x, y } })
    },
    answer: 'The image was saved.',
  }),
  describe: staffAction({
    form: describeForm,
    reauth: 'never',
    run: describeMedia,
    answer: 'The description was saved.',
  }),
  delete: staffAction({
    form: noFields,
    reauth: 'never',
    run: deleteMedia,
    answer: () => redirect('/admin/dashboard/media'),
  }),
}
