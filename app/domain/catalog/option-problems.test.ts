import { describe, expect, it } from 'vitest'
import { cents } from '../money/cents.ts'
import type { Milligrams } from '../money/grams.ts'
import { optionProblems } from './option-problems.ts'
import { differenceText } from './option-words.ts'
import { type OptionChoice, withIncluded } from './options.ts'
import { optionsText, readOptionsText } from './options-text.ts'

const choice = (name: string, choice: string, price = 0, mg = 0): OptionChoice => ({
  ...{ name, choice, price: cents(price), mg },
})
const small = { size: 'Small', weight: 10_000 as Milligrams, fee: cents(5_000) }
const chain = [choice('Chain length', '18 in'), choice('Chain length', '20 in', 2500, 400)]

describe('options of a product', () => {
  it('are taken with a choice that the price includes, in any place [OPTION-01]', () => {
    const rings = [
      choice('Ring size', '5', 0, -200),
      choice('Ring size', '7'),
      choice('Ring size', '9', 0, 250),
    ]
    expect(optionProblems([...chain, ...rings], [small])).toEqual([])
    expect(optionProblems([], [])).toEqual([])
    // Sums that end at nothing are no problem for a fee, and one for gold.
    expect(
      optionProblems([...chain, choice('Chain length', '16 in', -5000, -9990)], [small]),
    ).toEqual([])
  })

  it.each([
    ['no name', [choice('', '18 in')], 0, 'option', /name the option/],
    ['no choice', [choice('Finish', '')], 0, 'choice', /name the choice/],
    ['a size', [...chain, choice('Gold Size', 'Large')], 2, 'option', /enter sizes under Sizes/],
    ['a size in other letters', [choice('GOLD  SIZE', 'x')], 0, 'option', /under Sizes/],
    [
      'a size of gold by its attribute',
      [choice('Gold Size: Large', 'x')],
      0,
      'option',
      /under Sizes/,
    ],
    ['plain sizes', [choice('sizes', 'x')], 0, 'option', /under Sizes/],
    ['a colon', [choice('Chain: length', 'x')], 0, 'option', /colon/],
    ['a bar', [choice('Chain', 'x | y')], 0, 'choice', /\|/],
    [
      'one name in two spellings',
      [...chain, choice('chain Length', '22 in')],
      2,
      'option',
      /same option name/,
    ],
    ['a choice twice', [...chain, choice('Chain length', '20 IN')], 2, 'choice', /twice/],
    ['a long text', [choice('x'.repeat(61), 'y')], 0, 'option', /60 characters/],
    ['a fee beyond belief', [choice('Finish', 'x', 1_000_000_001)], 0, 'price', /too high/],
    ['a weight too fine', [choice('Finish', 'x', 0, 405)], 0, 'grams', /0\.01 g/],
    [
      '100 choices',
      Array.from({ length: 100 }, (_, at) => choice('Ring size', `${at}`)),
      99,
      'choice',
      /no more than 60 choices/,
    ],
    [
      'seven options',
      Array.from({ length: 7 }, (_, at) => choice(`Option ${at}`, 'x')),
      6,
      'option',
      /no more than 6 options/,
    ],
    ['none that is included', [choice('Finish', 'Matte', 100)], 0, 'price', /price includes/],
    [
      'a fee below 0',
      [...chain, choice('Chain length', '16 in', -5001)],
      2,
      'price',
      /fee of Small \(\$50\.00\) would be below/,
    ],
    [
      'a fee below 0 by two together',
      [
        ...chain,
        choice('Chain length', '16 in', -3000),
        choice('Finish', 'a'),
        choice('Finish', 'b', -2001),
      ],
      2,
      'price',
      /below \$0/,
    ],
    [
      'no gold left',
      [...chain, choice('Chain length', '16 in', 0, -10_000)],
      2,
      'grams',
      /Small \(10 g\) would have no gold/,
    ],
  ] as const)(
    'with %s are refused in a sentence [OPTION-01]',
    (_what, options, at, of, message) => {
      expect(optionProblems(options, [small])).toContainEqual({
        ...{ at, of, message: expect.stringMatching(message) },
      })
    },
  )

  it('are one text in a file and read back as they were [OPTION-07]', () => {
    const all = [
      ...chain,
      choice('Finish', 'Matte (+5.00)'),
      choice('Finish', 'a: b', -1050),
      choice('Finish', 'c', 0, -250),
      choice('Finish', 'd', 123_456_700, 1_000_000),
    ]
    expect(optionsText(all)).toBe(
      'Chain length: 18 in | Chain length: 20 in (+$25.00, +0.4 g) | Finish: Matte (+5.00) (+$0.00) | Finish: a: b (-$10.50) | Finish: c (-0.25 g) | Finish: d (+$1,234,567.00, +1000 g)',
    )
    expect(readOptionsText(optionsText(all))).toEqual(all)
    expect(readOptionsText(' Finish :  Matte ( shiny ) (+25)')).toEqual([
      choice('Finish', 'Matte ( shiny )', 2500),
    ])
    for (const wrong of ['', 'Finish', 'Finish:', ': Matte', 'a: b |', 'a: b | | c: d']) {
      expect(readOptionsText(wrong)).toBeNull()
    }
  })

  it('say what a choice adds, and take the included one where staff chose none [OPTION-09]', () => {
    expect(differenceText(choice('a', 'b'))).toBe('')
    expect(differenceText(choice('a', 'b', -1000, -250))).toBe('-$10.00, -0.25 g')
    const matte = { name: 'Finish', choice: 'Matte' }
    expect(withIncluded([matte], [...chain, choice('Finish', 'Polished')])).toMatchObject([
      matte,
      { name: 'Chain length', choice: '18 in' },
    ])
  })
})
