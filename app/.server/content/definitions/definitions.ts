import { policyDefinitions, qaDefinitions } from './article-definitions.ts'
import { pageDefinitions } from './page-definitions.ts'
import { postDefinition, postId } from './post-definition.ts'
import { announcementDefinition, brandDefinition, picturesDefinition } from './shop-definitions.ts'
import type { TextDefinition } from './text-definition.ts'

/** All but posts, of which there may be any number. */
export const textDefinitions: readonly TextDefinition[] = [
  brandDefinition,
  announcementDefinition,
  picturesDefinition,
  ...pageDefinitions,
  ...qaDefinitions,
  ...policyDefinitions,
]

const byKey = new Map(textDefinitions.map((each) => [each.key, each]))

/** Null for a key that no text has. A post's is given for every number; whether there is one, the rows say. */
export function textDefinition(key: string, title: string | null = null): TextDefinition | null {
  const post = postId(key)
  return post === null ? (byKey.get(key) ?? null) : postDefinition(post, title)
}
