/** Each writes `7K3M-Q9XZ12` in a form that programs and keyboards produce. */
export const formsOfCode: Record<string, (code: string) => string> = {
  'an en dash': (code) => code.replaceAll('-', '–'),
  'an em dash between spaces': (code) => code.replaceAll('-', ' — '),
  'a non-breaking hyphen': (code) => code.replaceAll('-', '\u2011'),
  'a minus sign': (code) => code.replaceAll('-', '\u2212'),
  'a soft hyphen': (code) => code.replaceAll('-', '\u00ad'),
  'no dash and small letters': (code) => code.replaceAll('-', '').toLowerCase(),
  'non-breaking spaces': (code) => code.replaceAll('-', '\u00a0\u202f'),
  'zero-width characters': (code) => [...code].join('\u200b').concat('\ufeff\u2060'),
  'direction marks': (code) => `\u202a\u200e${code}\u200f\u202c\u2066\u2069`,
  'full-width letters and digits': (code) =>
    code.replace(/[!-~]/g, (each) => String.fromCharCode(each.charCodeAt(0) + 0xfee0)),
  'digits of another script': (code) =>
    code.replace(/\d/g, (each) => String.fromCharCode(0x0660 + Number(each))),
  'line breaks and tabs around it': (code) => `\t${code}\r\n`,
}
