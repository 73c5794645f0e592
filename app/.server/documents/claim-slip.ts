import type { Certificate } from '#app/domain/certificates/certificate.ts'
import { colors, type Sheet } from './sheet.ts'

/** A5, in points. */
const pageWidth = 419.53
const left = 60
const width = pageWidth - 2 * left

/**
 * The private code of one piece, on a separate page: it is folded and kept apart from the
 * certificate.
 */
export function claimSlip(sheet: Sheet, certificate: Certificate, code: string): void {
  const { doc } = sheet
  const put = (
    role: 'P' | 'H1',
    text: string,
    top: number,
    look: { font?: 'serif' | 'semibold'; size?: number; color?: string; spacing?: number } = {},
  ) => {
    const placed = { ...look, text, align: 'center', x: left, width } as const
    sheet.put(role, placed, top)
    return top + sheet.heightOf(placed)
  }
  let at = put('P', certificate.maker.name.toUpperCase(), 72, {
    font: 'serif',
    size: 12,
    spacing: 4,
  })
  at = put('H1', 'Your claim code', at + 8, { font: 'serif', size: 28 })
  at = put('P', `${certificate.product.name}, serial number ${certificate.serial}`, at + 4, {
    color: colors.muted,
  })
  const box = at + 20
  sheet.decoration(() => {
    doc.lineWidth(0.9).strokeColor(colors.gold).rect(left, box, width, 54).stroke()
  })
  put('P', code, box + 16, { font: 'semibold', size: 17, spacing: 1.5 })
  at = put('P', 'Private. Keep it apart from the certificate.', box + 68, { font: 'semibold' })
  at = put(
    'P',
    'Open your certificate’s page and enter this code there. You can then report the piece lost, transfer its certificate to a new owner, and see what its gold is worth today and what a recast costs.',
    at + 14,
  )
  at = put('P', certificate.page.replace(/^https?:\/\//, ''), at + 12, { size: 7.5 })
  put(
    'P',
    'Anyone with this code can do these things. We don’t store the code itself and can’t look it up. If you lose it, contact us; we’ll verify that you’re the owner and issue a new one.',
    at + 14,
    { size: 8, color: colors.muted },
  )
}
