/** `512 bytes`, `3.4 MB`: thousands, as disks are sold. */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`
  const units = ['kB', 'MB', 'GB', 'TB']
  const power = Math.min(units.length, Math.floor(Math.log10(bytes) / 3))
  const value = bytes / 1000 ** power
  return `${value >= 100 ? Math.round(value) : value.toFixed(1)} ${units[power - 1]}`
}
