import { execFileSync } from 'node:child_process'
import { createHash, X509Certificate } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { type Program, run } from './process.ts'

/** A name that is nobody's; the browser is told that it is this machine. */
export const proxiedName = 'shop.test'

/** A certificate authority of this run's own, and a certificate of it for `proxiedName`. */
export type Certificates = {
  folder: string
  authority: string
  /** What Chromium is to trust: the authority's public key (--ignore-certificate-errors-spki-list). */
  authorityKeyHash: string
}

/** Those that deploy/ has a configuration for. */
export type ProxyName = 'nginx' | 'caddy'

/** Why the proxy cannot be started here, or null. */
export function missingForProxy(proxy: ProxyName): string | null {
  return missingPrograms([proxy, 'openssl'])
}

/** Which of some programs are not installed, and how to have them; null where all are there. */
export function missingPrograms(names: readonly string[]): string | null {
  const missing = names.filter((name) => programAt(name) === null)
  if (missing.length === 0) return null
  const packages = names.map((name) => (name === 'nginx' ? 'nginx-light' : name)).join(' ')
  return `Not installed: ${missing.join(', ')} (Debian: apt-get install ${packages})`
}

/** Debian keeps servers in /usr/sbin, which is not on everybody's path. */
export function programAt(name: string): string | null {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin']
  const at = folders.map((folder) => join(folder, name)).find((file) => existsSync(file))
  return at ?? null
}

export function makeCertificates(): Certificates {
  const folder = mkdtempSync(join(tmpdir(), 'four-nines-tls-'))
  const openssl = (...args: string[]) =>
    execFileSync(programAt('openssl') ?? 'openssl', args, { cwd: folder, stdio: 'pipe' })
  const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
  const authority = ['-x509', '-days', '2', '-subj', '/CN=Test authority']
  openssl('req', ...newKey, ...authority, '-keyout', 'ca.key', '-out', 'ca.crt')
  const named = ['-subj', `/CN=${proxiedName}`]
  openssl('req', ...newKey, ...named, '-keyout', 'shop.key', '-out', 'shop.csr')
  writeFileSync(join(folder, 'names'), `subjectAltName=DNS:${proxiedName}\n`)
  const signing = ['-CA', 'ca.crt', '-CAkey', 'ca.key', '-CAcreateserial', '-days', '2']
  openssl('x509', '-req', '-in', 'shop.csr', ...signing, '-extfile', 'names', '-out', 'shop.crt')
  const ca = readFileSync(join(folder, 'ca.crt'), 'utf8')
  writeFileSync(join(folder, 'chain.crt'), readFileSync(join(folder, 'shop.crt'), 'utf8') + ca)
  const key = new X509Certificate(ca).publicKey.export({ type: 'spki', format: 'der' })
  const authorityKeyHash = createHash('sha256').update(key).digest('base64')
  return { folder, authority: ca, authorityKeyHash }
}

type Way = { port: number; to: string }

/** The proxy with its configuration in deploy/, on a port of its own. */
export async function openTlsProxy(
  proxy: ProxyName,
  certificates: Certificates,
  way: Way,
): Promise<Program> {
  const own = mkdtempSync(join(certificates.folder, `${proxy}-`))
  const program =
    proxy === 'nginx' ? startNginx(own, certificates, way) : startCaddy(own, certificates, way)
  await answers(program, way.port)
  return program
}

function startNginx(own: string, { folder }: Certificates, { port, to }: Way): Program {
  const site = readFileSync('deploy/nginx.conf', 'utf8')
    .replace('listen 443 ', `listen 127.0.0.1:${port} `)
    .replaceAll('your.shop', proxiedName)
    .replace(/ssl_certificate .*;/, `ssl_certificate ${join(folder, 'chain.crt')};`)
    .replace(/ssl_certificate_key .*;/, `ssl_certificate_key ${join(folder, 'shop.key')};`)
    .replace('127.0.0.1:3000', new URL(to).host)
    .replaceAll('/var/log/nginx', own)
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${join(own, name)};`)
    .join('\n')
  const file = join(own, 'nginx.conf')
  writeFileSync(
    file,
    `daemon off;\nmaster_process off;\npid ${own}/pid;\nerror_log stderr warn;\nevents {}\nhttp {\naccess_log off;\n${temporary}\n${site}}\n`,
  )
  return run([programAt('nginx') ?? 'nginx', '-e', 'stderr', '-p', own, '-c', file])
}

/** The file as it is, with what it reads from the environment; the certificate is not asked for. */
function startCaddy(own: string, { folder }: Certificates, { port, to }: Way): Program {
  const certificate = `tls ${join(folder, 'chain.crt')} ${join(folder, 'shop.key')}`
  const site = readFileSync('deploy/Caddyfile', 'utf8')
    .replace(/^(\{\$SHOP_NAME.*\{)$/m, `$1\n\tbind 127.0.0.1\n\t${certificate}`)
    .replace(/^\{$/m, '{\n\tadmin off\n\tauto_https disable_redirects')
  const file = join(own, 'Caddyfile')
  writeFileSync(file, site)
  return run([programAt('caddy') ?? 'caddy', 'run', '--adapter', 'caddyfile', '--config', file], {
    HOME: own,
    XDG_DATA_HOME: own,
    XDG_CONFIG_HOME: own,
    SHOP_NAME: `https://${proxiedName}:${port}`,
    SHOP_ADDRESS: new URL(to).host,
  })
}

/** Asks until the proxy has taken its port. */
async function answers(program: Program, port: number): Promise<void> {
  const ended = program.ended.then(() => {
    throw new Error(`the proxy ended: ${program.output()}`)
  })
  const once = () =>
    new Promise<boolean>((resolve) => {
      const own = { rejectUnauthorized: false, agent: false, servername: proxiedName } as const
      request({ port, host: '127.0.0.1', ...own }, (answer) => {
        answer.resume()
        resolve(true)
      })
        .on('error', () => setTimeout(() => resolve(false), 25))
        .end()
    })
  while (!(await Promise.race([once(), ended])));
}

export function removeCertificates({ folder }: Certificates): void {
  rmSync(folder, { recursive: true, force: true })
}
