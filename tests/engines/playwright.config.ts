import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'
import { type Engine, installedEngines } from '../../scripts/engines.mjs'

/** Journeys that are written once and run in every engine that is installed; Playwright only runs them. */
export default defineConfig<object, { engine: Engine }>({
  testDir: 'journeys',
  globalSetup: '../support/playwright-shared.ts',
  outputDir: '../../test-results/engines',
  fullyParallel: true,
  forbidOnly: process.env.CI !== undefined,
  retries: 0,
  workers: availableParallelism(),
  timeout: 240_000,
  reporter: [['list'], ['json', { outputFile: '../../test-results/engines.json' }]],
  projects: installedEngines().map((engine) => ({ name: engine, use: { engine } })),
})
