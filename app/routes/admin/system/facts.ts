import { appContext } from '#app/.server/platform/http/request-context.ts'
import { factsForHelp } from '#app/.server/system/queries/system-facts.ts'
import type { Route } from './+types/facts.ts'

/** What to send along with a question for help [SYSTEM-04]. */
export async function loader({ context }: Route.LoaderArgs) {
  const facts = await factsForHelp(context.get(appContext))
  return new Response(JSON.stringify(facts, null, 2), {
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Disposition': 'attachment; filename="system-facts.json"',
      'Cache-Control': 'no-store',
    },
  })
}
