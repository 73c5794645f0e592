/** `R-00012`; of a test payment `R-TEST-00012`. */
export function receiptName({ number, livemode }: { number: number; livemode: boolean }): string {
  return `R-${livemode ? '' : 'TEST-'}${String(number).padStart(5, '0')}`
}
