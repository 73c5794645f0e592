/** Types of env-file.mjs. */
export class EnvFileError extends Error {}
export type EnvFile = ReadonlyMap<string, { value: string; line: number }>
export function readEnvFile(folder?: string): EnvFile
export function parseEnvFile(bytes: Uint8Array): EnvFile
