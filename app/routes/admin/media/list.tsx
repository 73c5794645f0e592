import { Link, useRevalidator } from 'react-router'
import { libraryPage } from '#app/.server/media/queries/library.ts'
import { appContext } from '#app/.server/platform/http/request-context.ts'
import { Picture } from '#app/ui/gallery/picture.tsx'
import { adminTitle } from '../components/admin-title.ts'
import { formatCount } from '../components/format-count.ts'
import { EmptyList, List } from '../components/list.tsx'
import { readList } from '../components/list-definition.ts'
import type { Route } from './+types/list.ts'
import { Describe } from './describe.tsx'
import { UploadPictures } from './upload-pictures.tsx'

const mediaList = {
  search: { label: 'Search images', placeholder: 'File name or description' },
  choices: {
    show: {
      label: 'Show',
      choices: [
        ['all', 'All images'],
        ['unused', 'Not used'],
        ['without-alt', 'No description'],
      ],
    },
  },
} as const

export async function loader({ context, request }: Route.LoaderArgs) {
  const asked = readList(mediaList, new URL(request.url).searchParams)
  const { q, show: filter, page } = asked
  return { asked, ...(await libraryPage(context.get(appContext), { q, filter, page })) }
}

export const meta: Route.MetaFunction = () => adminTitle('Media')

export default function Media({ loaderData }: Route.ComponentProps) {
  const { asked, pictures, total, withoutAlt } = loaderData
  const { revalidate } = useRevalidator()
  const isAll = asked.q === '' && asked.show === 'all'
  return (
    <>
      <h1>Media</h1>
      <p className="mt-2 max-w-2xl text-muted text-sm">
        Images for your products. Each is resized for the site and included in every backup.
      </p>
      <section aria-label="Upload" className="mt-6 max-w-3xl">
        <UploadPictures onUploaded={() => void revalidate()}>
          {(picture) => <Describe picture={picture} />}
        </UploadPictures>
        <noscript>
          <p className="py-3">Uploading requires JavaScript.</p>
        </noscript>
      </section>
      <List
        list={mediaList}
        asked={asked}
        found={loaderData}
        count={formatCount(total, 'image')}
        counts={{ show: { 'without-alt': withoutAlt > 0 ? `${withoutAlt}` : undefined } }}
        empty={
          <EmptyList next={[!isAll && ['?', 'Show all images']]}>
            {isAll
              ? 'No images yet. Upload some above, then add them to your products.'
              : 'No images match.'}
          </EmptyList>
        }
      >
        <ul
          data-rows=""
          aria-label="Images"
          className="grid grid-cols-2 gap-4 sm:grid-cols-3 md:grid-cols-4 lg:grid-cols-6"
        >
          {pictures.map(({ id, name, alt, src, uses }) => (
            <li key={id} className="min-w-0">
              <Link
                to={`/admin/dashboard/media/${id}`}
                prefetch="intent"
                className="block border border-line hover:border-ink"
              >
                <Picture src={src} alt={alt} side={200} filled className="h-auto w-full" />
                <span className="sr-only">{name}</span>
              </Link>
              <p className="mt-1 truncate text-sm" title={name}>
                {name}
              </p>
              <p className="text-muted text-sm">
                {uses > 0 ? `In ${formatCount(uses, 'place')}` : 'Not used'}
                {alt === '' && <span className="text-notice">, no description</span>}
              </p>
            </li>
          ))}
        </ul>
      </List>
    </>
  )
}
