import { type Post, posts } from '#content/journal/index.ts'
import { sourceOf, withoutNotes } from '../sources.ts'
import { field, searchLength, type TextDefinition, variables } from './text-definition.ts'

export const postKey = (id: number) => `post-${id}`

/** The number of a post by its key; null for another text. */
export function postId(key: string): number | null {
  const [, digits] = /^post-([1-9]\d{0,8})$/.exec(key) ?? []
  return digits ? Number(digits) : null
}

const shipped = new Map<number, Post>(posts.map((post) => [post.id, post]))

/** Posts that come with the program. */
export const shippedPost = (id: number): Post | null => shipped.get(id) ?? null

export function postDefinition(id: number, title: string | null = null): TextDefinition {
  const post = shippedPost(id)
  return {
    key: postKey(id),
    group: 'post',
    name: title || post?.title || `Post ${id}`,
    path: `/blog/${id}`,
    about: 'Set a future date to schedule the post.',
    fields: [
      field('line', { name: 'title', label: 'Title', builtIn: post?.title ?? '', max: 120 }),
      field('markdown', {
        name: 'body',
        label: 'Text',
        builtIn: post ? withoutNotes(sourceOf(`journal/${post.file}`)) : '',
      }),
      field('text', {
        name: 'excerpt',
        label: 'Excerpt (one or two sentences)',
        hint: `Appears on the journal page and below the title in search results. ${searchLength}`,
        builtIn: post?.excerpt ?? '',
        max: 300,
      }),
      field('time', {
        name: 'date',
        label: 'Date and time',
        hint: 'In your shop’s time zone.',
        builtIn: post?.date.slice(0, 16) ?? '',
      }),
      field('slug', {
        name: 'slug',
        label: 'URL',
        hint: post
          ? 'The part after /blog/. Leave blank to use the post number. Old links will still work.'
          : 'The part after /blog/. Leave blank to create it from the title. Old links will still work.',
        builtIn: '',
        ...(post ? { isOptional: true as const } : {}),
        max: 80,
      }),
      field('choice', {
        name: 'shown',
        label: 'In the journal',
        builtIn: 'yes',
        options: [
          ['yes', 'Shown'],
          ['no', 'Hidden'],
        ],
      }),
      field('picture', {
        name: 'picture',
        label: 'Image',
        group: 'Image',
        builtIn: post?.picture.src ?? '',
        isOptional: true,
      }),
      field('line', {
        name: 'alt',
        label: 'Image description (alt text)',
        hint: 'Screen readers read this aloud to people who can’t see the image.',
        group: 'Image',
        builtIn: post?.picture.alt ?? '',
        isOptional: true,
        max: 300,
      }),
    ],
    variables,
    needs: [],
    keeps: [],
    file: post ? `content/journal/${post.file}` : null,
    isLegal: false,
  }
}
