import type { MessageKind, MessageState } from '#app/contracts/messages/message.ts'

export const stateNames: Record<MessageState, string> = {
  new: 'New',
  answered: 'Answered',
  archived: 'Archived',
}

export const kindNames: Record<MessageKind, string> = {
  contact: 'Contact form',
  'custom-work': 'Custom work',
}
