/**
 * A text without the controls that turn the direction of what follows, also of text beside it: nobody types
 * them, and with them a name shows as another. Letters run in their direction without them. Source: Unicode
 * Standard Annex 9, explicit embeddings, overrides and isolates.
 */
export const withoutDirection = (text: string) => text.replace(/[\u202a-\u202e\u2066-\u2069]/g, '')
