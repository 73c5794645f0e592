import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import {
  type CertificateFile,
  metalValueWords,
  shortRate,
  sizeAndOptions,
} from '#app/domain/certificates/certificate.ts'
import type { CertificateState } from '#app/domain/certificates/state.ts'
import { sourceLabel } from '#app/domain/gold-price/gold-price.ts'
import { withDollarSign } from '#app/domain/money/cents.ts'
import { formatDateTime } from '#app/domain/time/date-time.ts'
import { brand } from '#brand'
import { claimSlip } from './claim-slip.ts'
import { printable } from './printable.ts'
import { colors, latest, openSheet, type Sheet } from './sheet.ts'

/** A certificate to be printed; `text`: the signed file as it is published. */
export type PrintedCertificate = {
  file: CertificateFile
  text: string
  jpeg: Uint8Array | null
  state: CertificateState
  /** Of the box alone: a second page with the private code. */
  claimCode: string | null
}

/** A5, in points. */
const page = { width: 419.53, height: 595.28 }
const frame = 20
const left = 44
const width = page.width - 2 * left
const pictureSide = 138
const qrSide = 84

/** What is printed across a certificate that no longer counts. */
const notices: Record<CertificateState, string | null> = {
  valid: null,
  lost: 'Reported lost by its owner',
  recast: 'The piece was recast: this certificate has ended',
  revoked: 'Revoked: this certificate is no longer valid',
  returned: 'Returned to the maker: this certificate has ended',
}

/**
 * One A5 page for each, to be laid into the box [CERT-04]: all facts, a QR code of its page, and attached the
 * signed file and how it is checked, so that the PDF alone is enough.
 */
export async function certificatesPdf(
  certificates: readonly PrintedCertificate[],
): Promise<Buffer> {
  const [first] = certificates
  if (!first) throw new RangeError('there is no certificate to be printed')
  const at = latest(certificates.map(({ file }) => new Date(file.certificate.issuedAt)))
  const { maker, product, serial } = first.file.certificate
  const one = `Certificate ${serial}, ${product.name}`
  const title = certificates.length === 1 ? one : `${maker.name}, certificates`
  const { sheet, close } = openSheet({ title, at, size: 'A5' })
  for (const [index, certificate] of certificates.entries()) {
    if (index > 0) sheet.doc.addPage()
    const qr = await qrOf(certificate.file.certificate.page)
    writeCertificate(sheet, certificate, qr)
    attach(sheet, certificate)
    if (certificate.claimCode === null) continue
    sheet.doc.addPage()
    claimSlip(sheet, certificate.file.certificate, certificate.claimCode)
  }
  await attachHowToCheck(sheet, at)
  return close()
}

/**
 * Twelve pixels a square: sharp in print, and read by a decoder as it is. Grayscale (PNG's color type 0): an
 * image with transparency is decoded while the rest is written, and its place in the file depends on the load.
 */
async function qrOf(text: string): Promise<Buffer> {
  const { default: QRCode } = await import('qrcode')
  // Missing in the types of qrcode.
  const rendererOpts: object = { colorType: 0 }
  return QRCode.toBuffer(text, { errorCorrectionLevel: 'M', margin: 4, scale: 12, rendererOpts })
}

function writeCertificate(sheet: Sheet, printed: PrintedCertificate, qr: Buffer): void {
  const { certificate } = printed.file
  const { maker, product, grams, fineness, serial } = certificate
  drawFrame(sheet)
  centered(sheet, 'P', maker.name.toUpperCase(), 40, { font: 'serif', size: 12, spacing: 4 })
  centered(sheet, 'H1', 'Certificate', 60, { font: 'serif', size: 32 })
  shortRule(sheet, 104)
  const notice = [certificate.test && 'Test: no card was charged', notices[printed.state]]
  const said = notice.filter(Boolean).join('. ')
  if (said) centered(sheet, 'P', said, 110, { font: 'semibold', size: 8.5, color: '#9a2a1a' })
  const top = 126
  if (printed.jpeg) drawPicture(sheet, printed.jpeg, product.name, top)
  const nameTop = printed.jpeg ? top + pictureSide + 6 : top + 50
  const look = { font: 'serif', align: 'center', x: left, width } as const
  const name = { ...look, text: product.name, field: 'name of the piece' }
  const size = fitting([21, 18, 15, 12, 9], (each) => sheet.heightOf({ ...name, size: each }) <= 30)
  sheet.put('H2', { ...name, size }, nameTop)
  const sizeTop = nameTop + sheet.heightOf({ ...name, size }) + 2
  centered(sheet, 'P', sizeAndOptions(product), sizeTop, { size: 8.5, color: colors.muted })
  figures(sheet, 322, [
    [`${grams} g`, 'actual weight'],
    [fineness, 'fine gold'],
    [serial, 'serial number'],
  ])
  facts(sheet, 374, factsOf(printed.file))
  proof(sheet, printed.file, qr)
}

/** The first of these sizes that fits, else the last. */
const fitting = (sizes: readonly number[], fits: (size: number) => boolean): number =>
  sizes.find(fits) ?? sizes[sizes.length - 1] ?? 9

function drawFrame({ doc, decoration }: Sheet): void {
  decoration(() => {
    doc.lineWidth(0.9).strokeColor(colors.gold)
    doc.rect(frame, frame, page.width - 2 * frame, page.height - 2 * frame).stroke()
    const inner = frame + 3.5
    doc.lineWidth(0.3)
    doc.rect(inner, inner, page.width - 2 * inner, page.height - 2 * inner).stroke()
  })
}

type Look = { font?: 'serif' | 'regular' | 'semibold'; size?: number; color?: string }

function centered(
  sheet: Sheet,
  role: 'P' | 'H1' | 'H2',
  text: string,
  top: number,
  look: Look & { spacing?: number } = {},
): void {
  sheet.put(role, { ...look, text, align: 'center', x: left, width }, top)
}

function shortRule(sheet: Sheet, top: number): void {
  const middle = page.width / 2
  sheet.rule(top, middle - 22, middle + 22, { color: colors.gold, weight: 0.8 })
}

function drawPicture({ doc, figure }: Sheet, jpeg: Uint8Array, name: string, top: number): void {
  figure(name, () => {
    doc.image(Buffer.from(jpeg), (page.width - pictureSide) / 2, top, {
      fit: [pictureSide, pictureSide],
      align: 'center',
      valign: 'center',
    })
  })
}

/** The three that are stamped into the piece, as an assayer sets them. */
function figures(sheet: Sheet, top: number, all: readonly (readonly [string, string])[]): void {
  const each = width / all.length
  sheet.rule(top, left, left + width, { color: colors.gold })
  for (const [index, [value, label]] of all.entries()) {
    const place = { align: 'center', x: left + index * each, width: each } as const
    const placed = { ...place, text: value, font: 'serif' } as const
    const size = fitting([17, 14, 11, 9, 7], (tried) => {
      const { doc } = sheet
      return doc.font('serif').fontSize(tried).widthOfString(printable(value, label)) <= each - 6
    })
    sheet.put('P', { ...placed, size }, top + 7 + (17 - size) * 0.7)
    sheet.put('P', { ...place, text: label, size: 7, color: colors.muted }, top + 30)
  }
  sheet.rule(top + 44, left, left + width, { color: colors.gold })
}

function factsOf({ certificate }: CertificateFile): (readonly [string, string])[] {
  const { grams, goldPrice, value, soldAt, weighedAt, maker } = certificate
  const perGram = withDollarSign(shortRate(goldPrice.perGram))
  const record = goldPrice.record === null ? '' : `, record ${goldPrice.record}`
  const worth = metalValueWords(certificate, brand.timeZone)
  const from = sourceLabel(goldPrice.source) ?? 'indicative price'
  return [
    ['Made by', `${maker.name}, ${maker.place}`],
    ['Sold', formatDateTime(new Date(soldAt), brand.timeZone)],
    ['Weighed', formatDateTime(new Date(weighedAt), brand.timeZone)],
    ['Gold price', `${perGram} per gram${record}, ${from}`],
    [worth.label, `${worth.on}${grams} g × ${perGram} = ${withDollarSign(value.metal)}`],
    ['Fee', withDollarSign(value.fee)],
  ]
}

function facts(sheet: Sheet, top: number, all: readonly (readonly [string, string])[]): void {
  sheet.group('Table', () => {
    for (const [index, [label, value]] of all.entries()) {
      const at = top + index * 15
      sheet.group('TR', () => {
        const head = { text: label, color: colors.muted, size: 8, x: left, width: 80 } as const
        sheet.put('TH', head, at, 'Row')
        const cell = { text: value, size: 8, field: label }
        sheet.put('TD', { ...cell, x: left + 84, width: width - 84 }, at)
      })
    }
  })
}

/** How it is checked, beside the code of its page. */
function proof(sheet: Sheet, { certificate, keyId, signature }: CertificateFile, qr: Buffer): void {
  const { doc } = sheet
  const top = page.height - frame - qrSide - 12
  const x = left + width - qrSide + 8
  sheet.rule(top - 5, left, left + width)
  sheet.figure('QR code of the page of this certificate', () => {
    doc.image(qr, x, top, { width: qrSide })
  })
  const place = { x: left, width: width - qrSide - 6, color: colors.muted }
  const lines = [
    { text: certificate.page.replace(/^https?:\/\//, ''), size: 7, color: colors.ink },
    {
      text: `Issued ${formatDateTime(new Date(certificate.issuedAt), brand.timeZone)}. The signed file and instructions for checking it are attached to this PDF. Anyone can check it with OpenSSL, offline and without us.`,
      size: 6.5,
    },
    {
      text: `Ed25519, key ${keyId}: ${certificate.publicKey}\nSignature: ${signature}`,
      size: 5.5,
    },
  ]
  let at = top + 5
  for (const line of lines) {
    const placed = { ...place, ...line }
    sheet.put('P', placed, at)
    at += sheet.heightOf(placed) + 4
  }
}

function attach({ doc }: Sheet, { file, text }: PrintedCertificate): void {
  const { id, serial, issuedAt } = file.certificate
  doc.file(Buffer.from(text), {
    name: `certificate-${id}.json`,
    type: 'application/json',
    description: `The signed file of certificate ${serial}`,
    creationDate: new Date(issuedAt),
    modifiedDate: new Date(issuedAt),
  })
}

/** The steps with openssl, for a time when there is no shop to ask [PROOF-11]. */
async function attachHowToCheck({ doc }: Sheet, at: Date): Promise<void> {
  doc.file(await readFile(resolve('docs/certificates.md')), {
    name: 'how-to-check.md',
    type: 'text/markdown',
    description: 'How to check a certificate with OpenSSL alone',
    creationDate: at,
    modifiedDate: at,
  })
}
