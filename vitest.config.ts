import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { inlineScript } from './scripts/inline-script.ts'

/** Processes take longest: begun last, they would keep one core busy and the others idle. */
class ProcessesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const ofProcesses = sorted.filter(({ moduleId }) => moduleId.includes('/tests/process/'))
    return [...ofProcesses, ...sorted.filter((file) => !ofProcesses.includes(file))]
  }
}

export default defineConfig({
  plugins: [inlineScript()],
  test: {
    include: ['{app,content,scripts,tests}/**/*.test.{ts,tsx}'],
    exclude: ['tests/e2e/**'],
    environment: 'node',
    // Left alone it keeps one core free, which on a machine with two doubles the time.
    maxWorkers: '100%',
    // Nothing here measures time; a loaded machine only takes longer.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    sequence: { sequencer: ProcessesFirst },
    globalSetup: ['./tests/support/vitest-postgres.ts'],
  },
})
