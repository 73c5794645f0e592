/**
 * `npm test`: installs and builds what tests need, runs every check and suite, and ends with one
 * line `N passed, N failed` over all of them; its exit code agrees.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { ensureBuilt, ensureInstalled, environment, nodeBinary, print, root } from './bootstrap.mjs'
import { ensureHeadlessChromium } from './chromium.mjs'
import { staticChecks } from './static-checks.mjs'

const results = join(root, 'test-results')

ensureInstalled()
const chromium = ensureHeadlessChromium()
ensureBuilt()

// As tests/support/tls-proxy.ts has it; with CI set the journey fails instead.
const paths = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin']
for (const program of ['nginx', 'caddy', 'openssl']) {
  if (!paths.some((folder) => existsSync(join(folder, program))))
    print(
      `SKIPPED: a journey over https needs ${program} (Debian: apt-get install nginx-light caddy openssl)`,
    )
}

rmSync(results, { recursive: true, force: true })
mkdirSync(results, { recursive: true })

const totals = { passed: 0, failed: 0 }

for (const [title, script, args] of staticChecks) check(title, script, args)
suite(
  'Rules, queries and commands',
  'node_modules/vitest/vitest.mjs',
  ['run', '--reporter=default', '--reporter=json', '--outputFile.json=test-results/vitest.json'],
  'vitest.json',
  countVitest,
)
suite(
  'Journeys in Chromium',
  'node_modules/@playwright/test/cli.js',
  ['test'],
  'playwright.json',
  countPlaywright,
)

process.stdout.write(`\n${totals.passed} passed, ${totals.failed} failed\n`)
process.exit(totals.failed === 0 && totals.passed > 0 ? 0 : 1)

function check(title, script, args) {
  const status = run(title, script, args)
  totals[status === 0 ? 'passed' : 'failed'] += 1
}

/** A suite that ends without its report, or badly with none failed, counts as one failure. */
function suite(title, script, args, report, count) {
  const status = run(title, script, args)
  let counted = { passed: 0, failed: 0 }
  try {
    counted = count(JSON.parse(readFileSync(join(results, report), 'utf8')))
  } catch (error) {
    process.stderr.write(`  ${title}: no report (${error.message})\n`)
  }
  if (status !== 0 && counted.failed === 0) counted.failed = 1
  totals.passed += counted.passed
  totals.failed += counted.failed
}

function run(title, script, args) {
  print(`${title} …`)
  const { status } = spawnSync(nodeBinary(), [join(root, script), ...args], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: environment({ CHROMIUM_PATH: chromium, NODE_ENV: 'test' }),
  })
  return status
}

function countVitest(report) {
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + report.numFailedTestSuites - failedSuitesWithTests(report),
  }
}

/** A file that fails as a whole (an import error) has no failed test of its own; count it once. */
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
