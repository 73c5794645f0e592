/**
 * Posts a JSON text to the shop, and gives up at `signal` or after the timeout. Throws what
 * fetch throws. (AbortSignal.any would be shorter, but is missing in Safari before 17.4.)
 */
export async function postJson(
  fetchFrom: typeof fetch,
  path: string,
  body: string,
  {
    timeoutMs,
    signal,
    headers = {},
  }: { timeoutMs: number; signal: AbortSignal | undefined; headers?: Record<string, string> },
): Promise<{ status: number; ok: boolean; json: unknown }> {
  const controller = new AbortController()
  const giveUp = () => controller.abort()
  const timer = setTimeout(giveUp, timeoutMs)
  signal?.addEventListener('abort', giveUp)
  if (signal?.aborted) giveUp()
  try {
    const response = await fetchFrom(path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body,
      signal: controller.signal,
    })
    // A failure's status says enough, whatever a proxy wrote as its body.
    const json = response.ok ? await response.json() : await response.json().catch(() => null)
    return { status: response.status, ok: response.ok, json }
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', giveUp)
  }
}

/** What the shop or its payment provider cannot do now is shown; the rest is for programs. */
export function reasonFor(status: number, json: unknown): { reason?: string; code?: string } {
  const error = field(json, 'error')
  const [reason, code] = [field(error, 'message'), field(error, 'code')]
  if (![422, 429, 503].includes(status) || typeof reason !== 'string') return {}
  return { reason, ...(typeof code === 'string' && { code }) }
}

export function field(json: unknown, name: string): unknown {
  return typeof json === 'object' && json !== null ? (json as Record<string, unknown>)[name] : null
}
