/** A QR code as one path of bars of height 1, with the quiet zone of four that readers want. */
export type QrCode = { size: number; path: string }

export async function qrCode(text: string): Promise<QrCode> {
  const { default: QRCode } = await import('qrcode')
  const { modules } = QRCode.create(text, { errorCorrectionLevel: 'M' })
  const quiet = 4
  let path = ''
  for (let row = 0; row < modules.size; row += 1) {
    for (let column = 0; column < modules.size; column += 1) {
      let end = column
      while (end < modules.size && modules.get(row, end)) end += 1
      const length = end - column
      if (length > 0) path += `M${column + quiet} ${row + quiet}h${length}v1h-${length}z`
      column = end
    }
  }
  return { size: modules.size + 2 * quiet, path }
}

/** For a terminal, dark on light whatever its colors are. */
export async function qrCodeForTerminal(text: string): Promise<string> {
  const { default: QRCode } = await import('qrcode')
  return QRCode.toString(text, { type: 'terminal', small: true, errorCorrectionLevel: 'L' })
}
