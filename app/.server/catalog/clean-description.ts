import { lazily } from '#app/.server/platform/lazily.ts'
import { isAllowedLink } from '#app/domain/catalog/picture-address.ts'
import { cleanHtml } from './clean-html.ts'
import { elementsOf, embedsAsLinks } from './embeds.ts'

/** A description as it is stored, and a sentence for each kind of thing that it could not keep. */
export type CleanedDescription = { html: string; lost: string[] }

const cheerio = lazily<typeof import('cheerio')>('cheerio')

/** They only work on the page they were written for. */
const working = new Set(['script', 'form', 'input', 'select', 'textarea', 'button', 'svg'])
/** Word, and programs that save as it does. */
const ofWord = /\bclass=["']?Mso|\bmso-|<o:p|<w:|<!--\[if |urn:schemas-microsoft-com/i
const styles = ['style', 'bgcolor', 'align', 'color', 'face']

/**
 * A product's description, from the form or a file: players and frames become links with a title, the
 * rest is what the allow-list leaves [CLEAN-11]. What is lost is said [CLEAN-12].
 */
export function cleanDescription(written: string): CleanedDescription {
  const clean = cleanHtml(written)
  if (clean === written) return { html: clean, lost: [] }
  // By a parser that reads in linear time.
  const $ = cheerio().load(written, { xml: { xmlMode: false, decodeEntities: true } }, false)
  const elements = elementsOf($)
  if (!elements) return { html: clean, lost: ['HTML that was nested too deeply was removed.'] }
  const count = (is: (tag: string, attribs: Record<string, string>) => boolean) =>
    elements.filter(({ tagName, attribs }) => is(tagName, attribs)).length
  const isOfWord = ofWord.test(written)
  const isStyled =
    count((tag, attribs) => tag === 'style' || styles.some((name) => name in attribs)) > 0
  const players = embedsAsLinks($)
  const html = players.linked > 0 ? cleanHtml($.html()) : clean
  const pictures = count((tag) => tag === 'img') - (html.match(/<img /g)?.length ?? 0)
  const links = count((tag, { href }) => tag === 'a' && !!href && !isAllowedLink(href))
  const lost = [
    isOfWord && 'Word formatting was removed.',
    !isOfWord && isStyled && 'Fonts, colors, and other styles were removed.',
    counted(players.linked, 'A video, recording, or frame', 'became a link'),
    counted(players.dropped, 'A frame without a web address', 'was removed'),
    counted(pictures, 'An image whose address does not begin with https://', 'was removed'),
    counted(links, 'An unsafe link', 'was removed, but its text was kept'),
    counted(
      count((tag) => working.has(tag)),
      'A form, script, or drawing',
      'was removed',
    ),
  ]
  return { html, lost: lost.filter((each) => each !== false) }
}

const counted = (count: number, what: string, became: string) =>
  count > 0 && `${what} ${became}${count > 1 ? ` ${count} times.` : '.'}`
