import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { get } from 'node:http'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { run } from '#tests/support/process.ts'
import { programAt } from '#tests/support/tls-proxy.ts'
import { compared } from './load.ts'
import { freePort } from './server.ts'

/** What a server sent: its headers as name, value, name, value …, and the bytes of the body. */
export type Answer = { headers: string[]; body: Buffer }

/** A server beside the shop that sends the same bytes. */
export type Peer = { url(path: string): string; stop(): Promise<void> }

/** Written by node:http itself for each answer. */
const perConnection = ['date', 'connection', 'keep-alive', 'transfer-encoding', 'content-length']

/** One answer as it comes over the wire, not decompressed. */
export async function answerOf(url: string, encoding = compared): Promise<Answer> {
  const request = get(url, { headers: { 'accept-encoding': encoding }, agent: false })
  const [response] = await once(request, 'response')
  const chunks: Buffer[] = []
  for await (const chunk of response) chunks.push(chunk)
  const body = Buffer.concat(chunks)
  if (response.statusCode !== 200) throw new Error(`${url} answered ${response.statusCode}`)
  const headers = ['content-length', String(body.length)]
  for (let at = 0; at < response.rawHeaders.length; at += 2) {
    const [name, value] = response.rawHeaders.slice(at, at + 2)
    if (!perConnection.includes(name.toLowerCase())) headers.push(name, value)
  }
  return { headers, body }
}

export function headerOf({ headers }: Answer, name: string): string | undefined {
  const at = headers.findIndex((text, index) => index % 2 === 0 && text.toLowerCase() === name)
  return at < 0 ? undefined : headers[at + 1]
}

/** node:http with a map from path to bytes. */
export async function openBareServer(answers: ReadonlyMap<string, Answer>): Promise<Peer> {
  const child = fork(join(import.meta.dirname, 'bare-server.ts'), {
    serialization: 'advanced',
    execArgv: [],
  })
  child.send(answers)
  const [port] = await once(child, 'message')
  return {
    url: (path) => `http://127.0.0.1:${port}${path}`,
    async stop() {
      const ended = once(child, 'exit')
      child.disconnect()
      await ended
    },
  }
}

/** nginx with one worker, which sends files, and the .gz beside them where gzip is taken. */
export async function openNginx(
  folder: string,
  answers: ReadonlyMap<string, Answer>,
): Promise<Peer> {
  const files = join(folder, 'files')
  mkdirSync(files, { recursive: true })
  const names = new Map([...answers.keys()].map((path, index) => [path, `page-${index}.html`]))
  for (const [path, answer] of answers) {
    const isGzip = headerOf(answer, 'content-encoding') === 'gzip'
    const plain = isGzip ? gunzipSync(answer.body) : answer.body
    const file = join(files, names.get(path) ?? '')
    writeFileSync(file, plain)
    writeFileSync(`${file}.gz`, isGzip ? answer.body : gzipSync(plain))
  }
  const port = await freePort()
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${join(folder, name)};`)
    .join('\n')
  const configuration = join(folder, 'nginx.conf')
  writeFileSync(
    configuration,
    `${process.getuid?.() === 0 ? 'user root;\n' : ''}daemon off;
worker_processes 1;
pid ${folder}/pid;
error_log stderr warn;
events { worker_connections 4096; }
http {
  access_log off;
  sendfile on;
  keepalive_requests 1000000;
  gzip_static on;
  default_type text/html;
  ${temporary}
  server { listen 127.0.0.1:${port}; root ${files}; }
}
`,
  )
  const program = run([
    ...([programAt('nginx') ?? 'nginx', '-e', 'stderr'] as const),
    ...['-p', folder, '-c', configuration],
  ])
  const url = (path: string) => `http://127.0.0.1:${port}/${names.get(path)}`
  const [first = ''] = answers.keys()
  const ended = program.ended.then(() => {
    throw new Error(`nginx ended: ${program.output()}`)
  })
  const answering = () =>
    answerOf(url(first)).then(
      () => true,
      () => new Promise<boolean>((resolve) => setTimeout(() => resolve(false), 25)),
    )
  while (!(await Promise.race([answering(), ended])));
  ended.catch(() => {})
  return { url, stop: () => program.stop('SIGTERM') }
}
