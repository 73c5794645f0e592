import { redirect } from 'react-router'

/** Addresses of earlier sites, for good. */
export function loader({ request }: { request: Request }) {
  const isWeight = new URL(request.url).pathname.startsWith('/weight-guarantee')
  return redirect(isWeight ? '/laser-weight-guarantee' : '/guarantees', 301)
}
