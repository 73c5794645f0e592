import { previewText } from '#app/.server/content/queries/preview-text.ts'
import { asPreview, renderPageContext } from '#app/.server/platform/http/render-page.ts'
import { appContext } from '#app/.server/platform/http/request-context.ts'
import type { Route } from './+types/preview.ts'

const notice = 'Draft preview. No one else can see it, and buttons don’t work here.'

/** The draft of a text on the page that it is for, as the shop would show it [TEXTS-03]. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const preview = await previewText(context.get(appContext), params.key)
  if (!preview) throw new Response('There’s no draft of this text.', { status: 404 })
  const page = await context.get(renderPageContext)(preview.path, preview.shop)
  return asPreview(page, notice)
}
