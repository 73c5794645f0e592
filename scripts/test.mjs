/**
 * `npm test`: installs and builds what tests need, runs every check and suite, and ends with a table of
 * its parts and their times and one line `N passed, N failed` over all of them; its exit code agrees.
 * `npm test -- AREA` runs the unit tests of one area, or of several, in every layer [GATE-03].
 */
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { delimiter, isAbsolute, join, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { ensureBuilt, ensureInstalled, environment, nodeBinary, print, root } from './bootstrap.mjs'
import { ensureHeadlessChromium } from './chromium.mjs'
import { missingEngines } from './engines.mjs'
import { staticChecks } from './static-checks.mjs'
import { filesOfAreas, openPartTimes } from './test-parts.mjs'

const results = join(root, 'test-results')

const areas = process.argv.slice(2)
if (areas.length > 0) {
  const files = filesOfAreas(areas, root)
  if (files === null) process.exit(2)
  ensureInstalled()
  const { status } = spawnSync(
    nodeBinary(),
    [join(root, 'node_modules/vitest/vitest.mjs'), 'run', ...files],
    { cwd: root, stdio: 'inherit', env: environment({ NODE_ENV: 'test' }) },
  )
  process.exit(status ?? 1)
}

const times = openPartTimes()
ensureInstalled()
process.env.CHROMIUM_PATH = ensureHeadlessChromium()
ensureBuilt()
times.ends('Packages and build')

/** What is not run here, printed again at the end. */
const skipped = missingEngines()

// As tests/support/tls-proxy.ts has it; with CI set the journey fails instead.
const paths = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin']
for (const program of ['nginx', 'caddy', 'openssl']) {
  if (!paths.some((folder) => existsSync(join(folder, program))))
    skipped.push(
      `SKIPPED: a journey over https needs ${program} (Debian: apt-get install nginx-light caddy openssl)`,
    )
}
for (const line of skipped) print(line)

rmSync(results, { recursive: true, force: true })
mkdirSync(results, { recursive: true })

const totals = { passed: 0, failed: 0 }
/** One entry for each failure, printed again at the end, where a long output is read first. */
const failures = []

// The others read what the first one writes.
const [routeTypes, ...others] = staticChecks
await checkAll([routeTypes])
await checkAll(others)
times.ends('Static checks')
suite(
  'Rules, queries and commands',
  'node_modules/vitest/vitest.mjs',
  ['run', '--reporter=default', '--reporter=json', '--outputFile.json=test-results/vitest.json'],
  'vitest.json',
  countVitest,
  failedInVitest,
)
suite(
  'Journeys in Chromium',
  'node_modules/@playwright/test/cli.js',
  ['test'],
  'playwright.json',
  countPlaywright,
  failedInPlaywright,
)
suite(
  'Journeys in every engine',
  'node_modules/@playwright/test/cli.js',
  ['test', '--config=tests/engines/playwright.config.ts'],
  'engines.json',
  countPlaywright,
  failedInPlaywright,
)

if (failures.length > 0) process.stdout.write(`\nFailed:\n${failures.join('\n')}\n`)
process.stdout.write(`\n${times.table()}\n`)
for (const line of skipped) print(line)
process.stdout.write(`\n${totals.passed} passed, ${totals.failed} failed\n`)
process.exit(totals.failed === 0 && totals.passed > 0 ? 0 : 1)

/** As many at once as there are cores, each of which does with one core. */
async function checkAll(checks) {
  const waiting = [...checks]
  const oneByOne = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) await check(...next)
  }
  await Promise.all(Array.from({ length: availableParallelism() }, oneByOne))
}

/** What it says is printed in one piece, once it has ended. */
function check(title, script, args) {
  return new Promise((done) => {
    const child = spawn(nodeBinary(), [join(root, script), ...args], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: environmentOfTests(),
    })
    const said = []
    child.stdout.on('data', (bytes) => said.push(bytes))
    child.stderr.on('data', (bytes) => said.push(bytes))
    child.once('close', (status) => {
      print(`${title}…`)
      process.stdout.write(Buffer.concat(said))
      totals[status === 0 ? 'passed' : 'failed'] += 1
      if (status !== 0) failures.push(`  ${title}`)
      done()
    })
  })
}

/** A suite that ends without its report, or badly with none failed, counts as one failure. */
function suite(title, script, args, report, count, failed) {
  const status = run(title, script, args)
  times.ends(title)
  let counted = { passed: 0, failed: 0 }
  let named = []
  try {
    const written = JSON.parse(readFileSync(join(results, report), 'utf8'))
    counted = count(written)
    named = failed(written)
  } catch (error) {
    process.stderr.write(`  ${title}: no report (${error.message})\n`)
  }
  if (status !== 0 && counted.failed === 0) {
    counted.failed = 1
    named = [`  ${title}: ended with ${status}, though no test failed; its output says why`]
  }
  failures.push(...named)
  totals.passed += counted.passed
  totals.failed += counted.failed
}

function run(title, script, args) {
  print(`${title}…`)
  const { status } = spawnSync(nodeBinary(), [join(root, script), ...args], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: environmentOfTests(),
  })
  return status
}

function environmentOfTests() {
  return environment({ NODE_ENV: 'test' })
}

function countVitest(report) {
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + report.numFailedTestSuites - failedSuitesWithTests(report),
  }
}

/** A file that fails as a whole (an import error) has no failed test; count it once. */
function failedSuitesWithTests(report) {
  return (
    report.numFailedTestSuites -
    report.testResults.filter(
      (file) =>
        file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
    ).length
  )
}

function countPlaywright(report) {
  return { passed: report.stats.expected, failed: report.stats.unexpected + report.stats.flaky }
}

function failedInVitest(report) {
  return report.testResults
    .filter((file) => file.status === 'failed')
    .flatMap((file) => {
      const tests = file.assertionResults.filter((test) => test.status === 'failed')
      if (tests.length === 0) return [failure(file.name, 'the whole file', file.message)]
      return tests.map((test) => failure(file.name, test.fullName, test.failureMessages[0]))
    })
}

function failedInPlaywright(report) {
  const inSuite = (suite) => [
    ...suite.specs
      .filter((spec) => spec.tests.some((test) => ['unexpected', 'flaky'].includes(test.status)))
      .map((spec) => failure(spec.file, spec.title, messageOf(spec))),
    ...(suite.suites ?? []).flatMap(inSuite),
  ]
  return report.suites.flatMap(inSuite)
}

function messageOf(spec) {
  return spec.tests.flatMap((test) => test.results).find((result) => result.error)?.error.message
}

function failure(file, name, message) {
  const told = stripVTControlCharacters(message ?? '')
    .split('\n')
    .slice(0, 6)
    .map((line) => `      ${line}`)
  return [`  ${isAbsolute(file) ? relative(root, file) : file} › ${name}`, ...told].join('\n')
}
