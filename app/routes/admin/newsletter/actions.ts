import { removeSubscriber } from '#app/.server/newsletter/commands/remove-subscriber.ts'
import { saveSetting } from '#app/.server/settings/commands/save-setting.ts'
import { newsletterSetting } from '#app/.server/settings/newsletter.ts'
import {
  newsletterSettingsForm,
  removeSubscriberForm,
} from '#app/contracts/newsletter/newsletter.ts'
import { staffAction } from '../components/staff-actions.ts'

/** What staff do with the newsletter; none of it is sent to anybody. */
export const newsletterActions = {
  save: staffAction(null, 'never', {
    form: newsletterSettingsForm,
    run: (app, { enabled, sentence, by }) =>
      saveSetting(app, newsletterSetting, { enabled, sentence }, by),
    answer: 'Changes saved successfully',
  }),
  remove: staffAction(null, 'never', {
    form: removeSubscriberForm,
    run: removeSubscriber,
    answer: 'The address was removed from the list.',
  }),
}
