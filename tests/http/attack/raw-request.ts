import { request } from 'node:http'

export type Answer = { status: number; headers: Record<string, unknown>; text: string }

/** A request as it stands: `fetch` would tidy up the path first. Redirects are not followed. */
export function ask(
  origin: string,
  path: string,
  { method = 'GET', headers = {}, body = '' }: Ask = {},
): Promise<Answer> {
  const { hostname, port } = new URL(origin)
  const length = body === '' ? {} : { 'content-length': String(Buffer.byteLength(body)) }
  return new Promise((resolve, reject) => {
    const sent = request(
      { hostname, port, path, method, headers: { ...headers, ...length }, agent: false },
      (answer) => {
        let text = ''
        answer.setEncoding('utf8').on('data', (chunk: string) => {
          text += chunk
        })
        answer.on('end', () =>
          resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text }),
        )
        answer.on('error', reject)
      },
    )
    sent.on('error', reject)
    sent.end(body)
  })
}

type Ask = { method?: string; headers?: Record<string, string>; body?: string }
