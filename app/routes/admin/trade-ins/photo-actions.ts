import { z } from 'zod'
import { removePhoto } from '#app/.server/trade-ins/commands/change-photos.ts'
import { staffAction } from '../components/staff-actions.ts'

/** Photographs are uploaded in parts (upload-photo.ts); here they are deleted. */
export const photoActions = {
  'remove-photo': staffAction('orders.make', 'never', {
    form: z.object({ photo: z.string().max(40) }),
    run: removePhoto,
    answer: 'The photo was deleted.',
  }),
}
