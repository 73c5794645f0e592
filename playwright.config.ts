import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'

/** Chromium without its windows, where it is installed: a page costs a third of the time. */
const shell = '/usr/bin/chromium-headless-shell'

// The shop runs in the workers, with React as it is deployed: its build for development renders slower.
process.env.NODE_ENV = 'production'

export default defineConfig({
  testDir: 'tests/e2e',
  globalSetup: './tests/support/playwright-shared.ts',
  outputDir: 'test-results/journeys',
  fullyParallel: true,
  forbidOnly: process.env.CI !== undefined,
  retries: 0,
  // A journey waits for its page as often as it works.
  workers: Math.ceil(availableParallelism() * 1.5),
  // Nothing here measures time; a loaded machine only takes longer.
  timeout: 240_000,
  expect: { timeout: 30_000 },
  reporter: [['list'], ['json', { outputFile: 'test-results/playwright.json' }]],
  use: {
    browserName: 'chromium',
    viewport: { width: 1280, height: 800 },
    locale: 'en-US',
    timezoneId: 'America/Los_Angeles',
    // A journey about motion asks for it. All others wait for nothing that moves, and fifty drifting
    // particles take a quarter of a core for as long as a page is open.
    reducedMotion: 'reduce',
    screenshot: 'only-on-failure',
    // A button that is not there fails its journey now, not when the time for the whole journey is up.
    actionTimeout: 60_000,
    launchOptions: {
      executablePath:
        process.env.CHROMIUM_PATH ?? (existsSync(shell) ? shell : '/usr/bin/chromium'),
      args: [
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
})
