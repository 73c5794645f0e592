/** What the journeys need of the W3C WebDriver protocol (https://www.w3.org/TR/webdriver2/). */
export type Session = {
  post<Answer>(path: string, body?: object): Promise<Answer>
  get<Answer>(path: string): Promise<Answer>
  end(): Promise<void>
}

/** The key under which the protocol gives an element its id. */
export const elementKey = 'element-6066-11e4-a52e-4f735466cecf'

export async function newSession(driver: string, capabilities: object): Promise<Session> {
  const { sessionId } = await call<{ sessionId: string }>('POST', `${driver}/session`, {
    capabilities,
  })
  const at = `${driver}/session/${sessionId}`
  return {
    post: (path, body = {}) => call('POST', at + path, body),
    get: (path) => call('GET', at + path),
    end: () => call('DELETE', at),
  }
}

async function call<Answer>(method: string, url: string, body?: object): Promise<Answer> {
  const response = await fetch(url, {
    method,
    headers: { 'Content-Type': 'application/json' },
    signal: AbortSignal.timeout(90_000),
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  const { value } = (await response.json()) as { value: Answer }
  if (!response.ok) {
    const { error, message } = value as { error: string; message: string }
    throw new Error(`${method} ${new URL(url).pathname}: ${error}: ${message}`)
  }
  return value
}
