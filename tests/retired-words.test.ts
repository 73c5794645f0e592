import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

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
]
const commentsOf = /^app\/(domain|contracts|ui|\.server\/platform)\/.*\.(tsx?|css)$/

it('comments of the rules, the forms, the components and the platform use standard words', () => {
  const { stdout } = spawnSync('git', ['ls-files', '-z', 'app'], { encoding: 'utf8' })
  const files = stdout.split('\0').filter((file) => commentsOf.test(file) && existsSync(file))
  expect(files.length).toBeGreaterThan(400)
  const found = files.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => /^\s*(\/\*|\*|\/\/)/.test(line))
      .flatMap((line) =>
        retiredInComments.flatMap(([word, instead]) => {
          const match = word.exec(line)
          return match ? [`${file}: ${match[0]} → ${instead}`] : []
        }),
      ),
  )
  expect(found).toEqual([])
})
