import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import jsQR from 'jsqr'
import { extractImages, getDocumentProxy } from 'unpdf'

/** What the QR code on a page of a PDF says, by a decoder; null where no picture on it is one. */
export async function codeOnPage(pdf: Uint8Array, page = 1): Promise<string | null> {
  for (const { data, width, height, channels } of await extractImages(new Uint8Array(pdf), page)) {
    const pixels = new Uint8ClampedArray(width * height * 4).fill(255)
    for (let pixel = 0; pixel < width * height; pixel += 1) {
      pixels.fill(data[pixel * channels] ?? 0, pixel * 4, pixel * 4 + 3)
    }
    const found = jsQR(pixels, width, height)?.data
    if (found) return found
  }
  return null
}

/** The files attached to a PDF, by name. */
export async function attachedTo(pdf: Uint8Array): Promise<Map<string, string>> {
  const file = await getDocumentProxy(new Uint8Array(pdf))
  const names = [...((await file.getAttachments()) as Map<string, unknown>).keys()]
  // Missing in the types of pdf.js.
  const reader = file as unknown as { getAttachmentContent(name: string): Promise<Uint8Array> }
  const found = new Map<string, string>()
  for (const name of names) {
    found.set(name, Buffer.from(await reader.getAttachmentContent(name)).toString())
  }
  return found
}

export const hasOpenssl = ['openssl'].every(
  (name) => spawnSync(name, ['version']).error === undefined,
)

/** Runs what docs/certificates.md says to type, with openssl alone; `keys`: the published ones. */
export function checkedByOpenssl(certificate: string, keys?: string) {
  const script = /```sh\n([\s\S]*?)```/.exec(readFileSync('docs/certificates.md', 'utf8'))?.[1]
  const folder = mkdtempSync(join(tmpdir(), 'certificate-'))
  try {
    writeFileSync(join(folder, 'certificate.json'), certificate)
    if (keys !== undefined) writeFileSync(join(folder, 'keys.json'), keys)
    const { status, stdout, stderr } = spawnSync('sh', ['-c', script ?? 'exit 9'], {
      cwd: folder,
      env: {
        PATH: process.env.PATH ?? '',
        FILE: 'certificate.json',
        ...(keys !== undefined && { KEYS: 'keys.json' }),
      },
      encoding: 'utf8',
    })
    return { status, stdout, stderr }
  } finally {
    rmSync(folder, { recursive: true })
  }
}
