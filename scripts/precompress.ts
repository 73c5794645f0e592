/** Compresses the built files once, as far as it goes, so that the host only hands them out. */
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

const folder = 'build/client'
const worthIt = new Set(['.js', '.css', '.svg', '.json', '.ico'])

for (const entry of readdirSync(folder, { recursive: true })) {
  const file = join(folder, String(entry))
  if (!worthIt.has(extname(file)) || !statSync(file).isFile()) continue
  const bytes = readFileSync(file)
  if (bytes.length < 1024) continue
  writeFileSync(
    `${file}.br`,
    brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
  )
  writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }))
}
