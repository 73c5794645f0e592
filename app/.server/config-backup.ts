import { join, resolve } from 'node:path'
import { z } from 'zod'
import { safeUrl } from './config-addresses.ts'
import type { BucketSettings } from './platform/bucket.ts'
import type { MediaPlace } from './platform/media-files.ts'
import type { Reach } from './platform/outgoing-address.ts'

type S3Settings = { kind: 's3' } & BucketSettings

type BackupSettings = {
  /** The age recipient that backups are encrypted to. */
  key: string | null
  to: { kind: 'folder'; path: string } | S3Settings | null
  command: string | null
}

export const backupSettingShape = {
  BACKUP_TO: z
    .string()
    .refine((value) => !/^[a-z0-9]+:\/\//i.test(value) || s3Address.test(value), {
      error:
        'BACKUP_TO must be a folder, such as /mnt/backups, or a bucket, such as s3://bucket/shop',
    })
    .optional(),
  BACKUP_KEY: z
    .string()
    .regex(
      /^age1[02-9ac-hj-np-z]{58}$/,
      'BACKUP_KEY must be the public key of backups, which begins with age1; make one with: npm run backup -- --new-key FILE',
    )
    .optional(),
  BACKUP_COMMAND: z.string().optional(),
  MEDIA_URL: z
    .string()
    .refine((value) => s3Address.test(value), {
      error:
        'MEDIA_URL must be a bucket, such as s3://bucket/media; leave it out for DATA_DIR/media',
    })
    .optional(),
  AWS_ENDPOINT_URL_S3: z.string().optional(),
  AWS_ENDPOINT_URL: z.string().optional(),
  AWS_REGION: z.string().optional(),
  AWS_DEFAULT_REGION: z.string().optional(),
  AWS_ACCESS_KEY_ID: z.string().optional(),
  AWS_SECRET_ACCESS_KEY: z.string().optional(),
}

const s3Address = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/(.*))?$/

const shape = z.object(backupSettingShape)

/** Where an address may lead that is made of these settings. */
type ReachBy = (...names: string[]) => Reach

/** What the settings mean together, or the sentence that says what is wrong with them. */
export function backupSettings(
  env: z.output<typeof shape>,
  reachBy: ReachBy,
): BackupSettings | { problem: string } {
  const { BACKUP_TO: target, BACKUP_KEY: key = null, BACKUP_COMMAND: command = null } = env
  if (!target) {
    return command
      ? { problem: 'BACKUP_COMMAND needs BACKUP_TO, where the file it is given is written' }
      : { key, to: null, command }
  }
  if (!s3Address.test(target)) {
    return { key, to: { kind: 'folder', path: resolve(target) }, command }
  }
  const to = bucketSettings(env, { name: 'BACKUP_TO', address: target, reachBy })
  return 'problem' in to ? to : { key, to, command }
}

/** Where uploaded pictures are stored, or the sentence that says what is wrong with that. */
export function mediaSettings(
  env: z.output<typeof shape> & { DATA_DIR: string },
  reachBy: ReachBy,
): MediaPlace | { problem: string } {
  if (!env.MEDIA_URL) return { kind: 'folder', path: join(resolve(env.DATA_DIR), 'media') }
  return bucketSettings(env, { name: 'MEDIA_URL', address: env.MEDIA_URL, reachBy })
}

function bucketSettings(
  env: z.output<typeof shape>,
  { name, address, reachBy }: { name: string; address: string; reachBy: ReachBy },
): S3Settings | { problem: string } {
  const [, bucket = '', prefix = ''] = s3Address.exec(address) ?? []
  const accessKeyId = env.AWS_ACCESS_KEY_ID
  const secretAccessKey = env.AWS_SECRET_ACCESS_KEY
  if (!accessKeyId || !secretAccessKey) {
    return {
      problem: `${name} is a bucket; set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY to its key`,
    }
  }
  const region = env.AWS_REGION ?? env.AWS_DEFAULT_REGION ?? 'us-east-1'
  const endpoint =
    env.AWS_ENDPOINT_URL_S3 ?? env.AWS_ENDPOINT_URL ?? `https://s3.${region}.amazonaws.com`
  const endpointName = env.AWS_ENDPOINT_URL_S3 ? 'AWS_ENDPOINT_URL_S3' : 'AWS_ENDPOINT_URL'
  const checked = safeUrl(endpointName).safeParse(endpoint)
  if (!checked.success) return { problem: checked.error.issues[0]?.message ?? endpointName }
  return {
    kind: 's3',
    bucket,
    prefix: prefix.replace(/^\/+|\/+$/g, ''),
    endpoint: endpoint.replace(/\/+$/, ''),
    reach: reachBy(env.AWS_ENDPOINT_URL_S3 ? 'AWS_ENDPOINT_URL_S3' : 'AWS_REGION'),
    region,
    accessKeyId,
    secretAccessKey,
  }
}
