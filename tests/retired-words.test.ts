import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { textsOf } from '../scripts/texts-of.ts'

/**
 * Words of our own that had to be learned before the code could be read, each with what is said
 * instead. None of them may come back: not in names, comments, tests, messages or documents.
 */
const retired: [RegExp, string][] = [
  [/deeds?\b|Deed/i, 'audit event, order action'],
  [/\b(order|mail) letters?\b|letterOf|letterHtml/i, 'email template'],
  [/\b(front|command)[- ]doors?\b|\bDoors\b/, 'control server, index redirect, overrides'],
  [/\bstrangers?\b/, 'third party'],
  [/\bground\.mjs\b|import walls?\b/, 'bootstrap, import rules'],
  [/\bopenShop\b|\bshopContext\b/, 'createApp, appContext'],
  [/\bbooksOf\b|\bcheckBooks\b|stripe-books|\bin the books\b/, 'store, repository, records'],
  [/order slips?\b|orderSlip|OrderSlip/i, 'order summary'],
  [/\bmoveOrder\b|\bcanBecome\b/, 'transitionOrder, canTransition'],
  [/PaymentNews|AfterNews|\bcarryOut\b/, 'PaymentEvent, RefundOrDispute, apply'],
  [/underway|\bbounced\b/i, 'processing, failed'],
  [/\btoldAt\b|\btold_at\b/, 'receivedAt, occurredAt'],
  [/\bopenSeal\b|\bsealQuote\b|quote’s name/, 'verifyQuote, signQuote, quoteId'],
  [/\bfairer\b|\bsameGoods\b/, 'lowerQuote, hasSameItems'],
  [/\bgoldDesk\b|\bcourseOf\b|GoldCourse|PieceCourse/i, 'adminGoldPricePage, series'],
  [/InWords\b/, 'format…, …Label'],
  [/\brememberAnew\b|\bremembered\./, 'cache, invalidate'],
  [/\bwakePage\b|\bwake-page\b|\bawake\b/, 'hydrate'],
  [/\bmost[A-Z]\w*|\blongest[A-Z]\w*|\bdearest\w*|\bpatienceMs\b/, 'max…, timeoutMs'],
  [/\bspendRecoveryCode\b|\bbelieved\b|\bsubscriberOf\b/, 'redeem, verified, rateLimitKey'],
  [/\bcircumstances\b|\balongside\b/, 'metadata, details'],
  [/catalogue|\bfulfil\b|enrolment/i, 'catalog, fulfill, enrollment'],
  [/\bstaff_log\b|\bstaffLog\b/, 'audit_log, auditLog'],
  [/\brefuseWhere[A-Z]|\bwhyNot[A-Z]/, 'assert…, …Problem'],
  [/[sS]taff(Order|Sale)s?\b|\b[pP]ayLinks?\b/, 'draftOrder, paymentRequestLink'],
  [/[hH]andPayment|[uU]nattached[A-Z]/, 'offlinePayment, unmatched…'],
  [/[fF]reshFactor|[bB]ankPrice\b/, 'reauthentication, bankDiscount'],
  [
    /\bjudge[A-Z]|RefundWish|[cC]hangedMeanwhile|HealthStrip/,
    'evaluate…, RefundInput, …SinceLoaded',
  ],
  [/\btell(Of|Missing)[A-Z]|[hH]eldPrices|HeldGold/, 'alert…, pricesUnderReview'],
  [
    /Mark as sent|Needs a hand|What it comes to|A paragraph of its own|[Yy]our telephone/,
    'Mark as shipped, Needs attention, Order total, A separate paragraph, your phone',
  ],
  [/\bMail me a|\bmail the buyer\b|Look in your mail/, 'email as verb and noun'],
  // American spelling. The stored state of an order is `cancelled`, and no word of a sentence.
  [
    /\b(is|was|were|be|been|not|order) cancelled\b|\bcancelled (order|by)\b|['>]Cancelled\b/,
    'canceled',
  ],
  [
    /colour|\bgrey(?!list)|jewellery|jeweller(?!y)|\bcentre|\bcheques?\b|\blabelled\b|travell/i,
    'color, gray, …',
  ],
  [
    /behaviour|favour|honour|licence|instalment|\bfibre|aluminium|programme\b/i,
    'behavior, license, …',
  ],
  [
    /(organ|recogn|sanit|apolog|author|custom|final|minim|maxim|real|summar)is(e|ed|es|ing|ation)\b/i,
    '-ize',
  ],
]

/** What was stored or applied under an old name and is read by it, names of packages, and this file. */
const exempt = [
  /^app\/\.server\/platform\/db\/seed\.ts$/,
  /^tests\/retired-words\.test\.ts$/,
  /^package-lock\.json$/,
]

it('no retired word and no British spelling is in the code, its tests or its documents [ADM-27, HELP-12]', () => {
  const { stdout } = spawnSync(
    'git',
    ['ls-files', '-z', '--cached', '--others', '--exclude-standard'],
    {
      encoding: 'utf8',
    },
  )
  const files = stdout
    .split('\0')
    .filter((file) => /\.(tsx?|mjs|cjs|css|md|json|py|sh|sql)$/.test(file))
    .filter((file) => !exempt.some((pattern) => pattern.test(file)))
  expect(files.length).toBeGreaterThan(400)
  const found = files.flatMap((file) =>
    [file, ...readFileSync(file, 'utf8').split('\n')].flatMap((line, number) =>
      retired.flatMap(([word, instead]) => {
        const match = word.exec(line)
        return match ? [`${file}:${number}: ${match[0]} → ${instead}`] : []
      }),
    ),
  )
  expect(found).toEqual([])
})

/** Words that comments do not use any longer, each with what is said instead. */
const retiredInComments: [RegExp, string][] = [
  [/\b(anew|whoever|meanwhile|all the same)\b/i, 'again, the person who, in the meantime, anyway'],
  [/\bany more\b(?! (than|of))/i, 'no longer, any longer'],
  [/(?<!`)\be-mails?\b(?!`)|\bmails\b/i, 'email, emails'],
  [/\b(went|goes|given|gives) back\b/i, 'is refunded, is returned'],
  [/\b(taken|takes) back\b/i, 'revert, reverse, revoke'],
  [/\bby hand\b/i, 'manually, offline'],
  [/\bby itself\b/i, 'automatically, separate'],
  [/\bpay links?\b/i, 'payment request link'],
  [/\b(database|server) is away\b/i, 'is unavailable'],
  [/\bin a showcase\b/i, 'in catalog-only mode'],
  [/\bwhat stands\b|\bas (it|they) stands?\b/i, 'what is shown, as it is'],
  [/\bstands? (beside|above)\b|\bcomes second\b/i, 'is next to, the second one'],
  [/\bof (its|their) own\b/i, 'its own, a separate'],
  [/\b(is|are|not) to be\b/i, 'must be, will be'],
  [/\bshall\b/i, 'must, should, will'],
  [/(^|[.!?] )Else\b/, 'Otherwise'],
  [/\bvery same\b/i, 'the same'],
]
const commentsOf = /^(app|bench|scripts)\/.*\.(tsx?|mjs|css)$/
/** A block comment, or lines of `//` one below the other. */
const comment = /\/\*[\s\S]*?\*\/|(?:^[ \t]*\/\/.*\n)+/gm

it('comments of the program, its scripts and its benches use standard words', () => {
  const { stdout } = spawnSync('git', ['ls-files', '-z'], { encoding: 'utf8' })
  const files = stdout.split('\0').filter((file) => commentsOf.test(file) && existsSync(file))
  expect(files.length).toBeGreaterThan(1400)
  const found = files.flatMap((file) =>
    Array.from(readFileSync(file, 'utf8').matchAll(comment), ([text]) =>
      text.replace(/\s*\n\s*(\*|\/\/)?\s*/g, ' ').replace(/^\s*(\/\*+|\/\/)\s*/, ''),
    ).flatMap((text) =>
      retiredInComments.flatMap(([word, instead]) => {
        const match = word.exec(text)
        return match ? [`${file}: ${match[0]} → ${instead} in: ${text.slice(0, 200)}`] : []
      }),
    ),
  )
  expect(found).toEqual([])
})

type Word = { is: RegExp; instead: string; onlyIn?: RegExp }

/** What buyers read; staff and code say “parcel”. */
const forBuyers =
  /^(content|brand|app\/(routes\/shop|ui)|app\/\.server\/(emails\/templates|documents))\b/

/** Words that nobody reads in the shop, the admin area, emails, PDFs, commands or documents. */
const notOurs: Word[] = [
  { is: /\bwhoever\b/i, instead: 'anyone who, the person who' },
  { is: /\b(meanwhile|anew)\b/i, instead: 'in the meantime, again' },
  { is: /\bstands\b/i, instead: 'is, is shown' },
  { is: /\b(is|are) to be\b/i, instead: 'must be, will be' },
  { is: /\btelephone\b/i, instead: 'phone' },
  { is: /\bby (itself|themselves)\b/i, instead: 'automatically' },
  { is: /\bof (its|their|your|our) own\b/i, instead: 'separate, your' },
  { is: /\be-mail|\bmails\b|\b(a|the|this) mail\b(?! server)/i, instead: 'email' },
  { is: /\b(go|goes|went) back\b/i, instead: 'is refunded, is returned' },
  { is: /(?<!\{)\bparcels?\b/i, instead: 'package', onlyIn: forBuyers },
  {
    is: /\bat once\b/i,
    instead: 'immediately, right away',
    onlyIn: /^(app|content|brand|scripts)\b/,
  },
  {
    is: /\d-\d+ (business )?(minutes?|hours?|days?|weeks?|months?|years?)\b/,
    instead: 'an en dash in a range',
  },
]

/** Where such a word is right, and why. */
const allowed: { file: RegExp; text: RegExp; why: string }[] = [
  {
    file: /./,
    text: /30-45 business|1-3 weeks|[23]-[35] business/,
    why: 'specified: FACTS-31, GUAR-05, SHIP-04',
  },
  { file: /\/search\/screens\.ts$/, text: /telephone/, why: 'words that staff may search for' },
  { file: /\/search\/screens\.ts$/, text: /^mails texts/, why: 'words that staff may search for' },
  { file: /\/receive-message\.ts$/, text: /message mails/, why: 'the name of a lock' },
  { file: /\/qa\/history-24k/, text: /goes back to the Greek/, why: 'the origin of a word' },
  { file: /\/qa\/trade-sanctions/, text: /go back into stock/, why: 'a piece, not money' },
  { file: /\/qa\/trusting-source/, text: /cash in the mail/, why: 'the postal service' },
  { file: /\/sign-in\/confirm/, text: /Go back and submit/, why: 'the Back of a browser' },
  { file: /\/media\/uploads/, text: /uploaded at once/, why: 'at the same time' },
  { file: /\/changes\/list/, text: /results at once/, why: 'all of them together' },
  { file: /\/order-buyer-emails/, text: /how it goes back/, why: 'a field in texts of staff' },
]

const read =
  /^(app|content|scripts|docs)\/.*\.(tsx?|md)$|^(brand\.ts|README\.md|ARCHITECTURE\.md|CONTRIBUTING\.md)$/
/** Tests; the rows of promises, which quote the specification; the page that names these words; notes. */
const notRead = /\.test\.|^docs\/(requirements|copy-style)\.md$|\/README\.md$|LICENSE/

it('nobody reads a word that is not ours [COPY-06]', () => {
  const { stdout } = spawnSync('git', ['ls-files', '-z'], { encoding: 'utf8' })
  const files = stdout.split('\0').filter((file) => read.test(file) && !notRead.test(file))
  expect(files.length).toBeGreaterThan(700)
  const used = new Set<RegExp>()
  const found = files.filter(existsSync).flatMap((file) =>
    textsIn(file).flatMap((text) =>
      notOurs.flatMap(({ is, instead, onlyIn = /./ }) => {
        if (!is.test(text) || !onlyIn.test(file)) return []
        const exception = allowed.find((one) => one.file.test(file) && one.text.test(text))
        if (exception) used.add(exception.text)
        return exception ? [] : [`${file}: ${text.slice(0, 120)} (${instead})`]
      }),
    ),
  )
  expect(found).toEqual([])
  expect(allowed.filter(({ text }) => !used.has(text))).toEqual([])
})

/** Texts of more than one word; of Markdown its paragraphs, without code and notes. */
function textsIn(file: string): string[] {
  if (!file.endsWith('.md')) return textsOf(file).filter((text) => /\S\s+\S/.test(text))
  return readFileSync(file, 'utf8')
    .replace(/<!--[\s\S]*?-->|^```[\s\S]*?^```/gm, '')
    .split(/\n\s*\n/)
    .map((text) => text.replace(/\s+/g, ' '))
}
