import { AppError } from '#app/.server/platform/errors.ts'
import { apiRoute } from '#app/.server/platform/http/api-route.ts'
import { checkFiles, checkFileText } from '#app/.server/signing/queries/check-files.ts'

/** The program that checks what the shop signs, and how openssl alone does [PROOF-11]. */
export const loader = apiRoute({
  GET: async ({ request }) => {
    const asked = new URL(request.url).pathname
    const name = checkFiles.find((file) => asked.endsWith(`/${file}`))
    if (!name) throw new AppError('not_found', 404, 'This file doesn’t exist.')
    const isProgram = name.endsWith('.mjs')
    return new Response(await checkFileText(name), {
      headers: {
        'Content-Type': `${isProgram ? 'text/javascript' : 'text/plain'}; charset=utf-8`,
        ...(isProgram && { 'Content-Disposition': `attachment; filename="${name}"` }),
        'Cache-Control': 'public, max-age=300',
      },
    })
  },
})

export const action = loader
