/** `[name …]` and `[/name]` of plugins that the site no longer has, or that draw nothing without it. */
const bracket = /\[([^[\]]{1,2000})\]/g
const address = /https?:\/\/[^\s"'“”″‘’′<>[\]]+/

/** Of WordPress and of common plugins, where they are written without anything else. */
const known =
  /^(gallery|caption|wp_caption|audio|video|playlist|embed|contact-form(-7)?|wpforms|gravityforms?|ninja_form|toc|ez-toc|lwptoc|products?|add_to_cart|woocommerce_\w+|elementor-template|rev_slider|smartslider3|mc4wp_form|newsletter_form|instagram-feed|social_warfare|sc)$/i
/** Page builders begin the names of all of theirs so. */
const builder = /^(et_pb|vc|fusion|av|su|ux|tatsu|cs|fl|wpb|kc)_/i
/** `name="value"`, as typed or with the quotes that WordPress makes of them. */
const attribute = /(^|\s)[\w-]+=["'“”″‘’′]/

/**
 * Text without shortcodes. Words in brackets stay, as in `[sic]` or `[…]`: a shortcode has a value, a
 * name that prose does not have, or an end. What a pair encloses stays, and so does the address in one
 * that plays something.
 */
export function withoutShortcodes(text: string, closed: ReadonlySet<string> = closedNames(text)) {
  if (!text.includes('[')) return text
  return text.replace(bracket, (whole, inside: string) => {
    const [, slash, name = '', rest = ''] = /^(\/?)([a-z][\w-]*)([\s\S]*)$/i.exec(inside) ?? []
    if (name === '' || (rest !== '' && !/^[\s/=]/.test(rest))) return whole
    const isShortcode =
      slash === '/' ||
      closed.has(name.toLowerCase()) ||
      attribute.test(rest) ||
      rest.trim() === '/' ||
      known.test(name) ||
      builder.test(name) ||
      name.includes('_') ||
      address.test(rest)
    if (!isShortcode) return whole
    return /^(audio|video|playlist|embed|youtube|vimeo|soundcloud|spotify|fvplayer)$/i.test(name)
      ? (address.exec(rest)?.[0] ?? '')
      : ''
  })
}

/** Names of those that have an end somewhere in the text, in small letters. */
export function closedNames(text: string): ReadonlySet<string> {
  return new Set(
    [...text.matchAll(/\[\/([a-z][\w-]{0,60})\]/gi)].map(([, name = '']) => name.toLowerCase()),
  )
}
