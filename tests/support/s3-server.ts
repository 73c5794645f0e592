import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from '@20minutes/s3rver'

/** The only key that the server knows. */
export const s3Keys = { AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER' }

/**
 * A server on this machine that speaks S3: an implementation that others wrote and use, which checks
 * the signature (AWS Signature Version 4) of every request, and the sum of what is stored.
 */
export async function s3Server(bucket: string): Promise<{ url: string; close(): Promise<void> }> {
  const directory = mkdtempSync(join(tmpdir(), 'four-nines-s3-'))
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    configureBuckets: [{ name: bucket, configs: [] }],
  })
  const { port } = (await server.run()) as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    async close() {
      await server.close()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}
