import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'

/** What anybody checks with, by its public name: the program, and the steps with openssl alone [PROOF-11]. */
const files = {
  'verify.mjs': 'scripts/verify.mjs',
  'certificates.md': 'docs/certificates.md',
  'price-proof.md': 'docs/price-proof.md',
} as const

export type CheckFile = keyof typeof files
export const checkFiles = Object.keys(files) as CheckFile[]

export const checkFileText = (name: CheckFile): Promise<string> =>
  readFile(resolve(files[name]), 'utf8')
