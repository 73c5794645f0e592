import { resolve } from 'node:path'
import { z } from 'zod'

/** A bucket of a service that speaks S3, by the names that the programs of AWS use. */
type S3Settings = {
  kind: 's3'
  bucket: string
  /** Without slashes at its ends; may be empty. */
  prefix: string
  endpoint: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}

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
  AWS_ENDPOINT_URL_S3: z.string().optional(),
  AWS_ENDPOINT_URL: z.string().optional(),
  AWS_REGION: z.string().optional(),
  AWS_DEFAULT_REGION: z.string().optional(),
  AWS_ACCESS_KEY_ID: z.string().optional(),
  AWS_SECRET_ACCESS_KEY: z.string().optional(),
}

const s3Address = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/(.*))?$/

const shape = z.object(backupSettingShape)

/** What the settings mean together, or the sentence that says what is wrong with them. */
export function backupSettings(
  env: z.output<typeof shape>,
  isSafeAddress: (address: string) => boolean,
): BackupSettings | { problem: string } {
  const { BACKUP_TO: target, BACKUP_KEY: key = null, BACKUP_COMMAND: command = null } = env
  if (!target) {
    return command
      ? { problem: 'BACKUP_COMMAND needs BACKUP_TO, where the file it is given is written' }
      : { key, to: null, command }
  }
  const [, bucket, prefix = ''] = s3Address.exec(target) ?? []
  if (!bucket) return { key, to: { kind: 'folder', path: resolve(target) }, command }
  const accessKeyId = env.AWS_ACCESS_KEY_ID
  const secretAccessKey = env.AWS_SECRET_ACCESS_KEY
  if (!accessKeyId || !secretAccessKey) {
    return {
      problem: 'BACKUP_TO is a bucket; set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY to its key',
    }
  }
  const region = env.AWS_REGION ?? env.AWS_DEFAULT_REGION ?? 'us-east-1'
  const endpoint =
    env.AWS_ENDPOINT_URL_S3 ?? env.AWS_ENDPOINT_URL ?? `https://s3.${region}.amazonaws.com`
  if (!URL.canParse(endpoint) || !isSafeAddress(endpoint)) {
    return { problem: 'AWS_ENDPOINT_URL_S3 must begin with https://, or be on this machine' }
  }
  const to: S3Settings = {
    kind: 's3',
    bucket,
    prefix: prefix.replace(/^\/+|\/+$/g, ''),
    endpoint: endpoint.replace(/\/+$/, ''),
    region,
    accessKeyId,
    secretAccessKey,
  }
  return { key, to, command }
}
