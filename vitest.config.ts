import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { inlineScript } from './scripts/inline-script.ts'

const ofProcesses = ['tests/process/**/*.test.ts']

/** Processes take longest: begun last, they would keep one core busy and the others idle. */
class ProcessesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isOfProcesses = ({ project }: TestSpecification) => project.name === 'processes'
    return [...sorted.filter(isOfProcesses), ...sorted.filter((file) => !isOfProcesses(file))]
  }
}

export default defineConfig({
  plugins: [inlineScript()],
  test: {
    environment: 'node',
    projects: [
      { extends: true, test: { name: 'processes', include: ofProcesses } },
      {
        extends: true,
        test: {
          name: 'modules',
          include: ['{app,content,scripts,tests}/**/*.test.{ts,tsx}'],
          exclude: ofProcesses,
          // A worker goes on to the next file with its modules and its embedded database, which
          // begins each test anew (tests/support/reused-embedded.ts). A worker for each file would
          // load both 200 times. State belongs to an AppContext, never to a module.
          isolate: false,
        },
      },
    ],
    // Left alone it keeps one core free, which on a machine with two doubles the time.
    maxWorkers: '100%',
    // Nothing here measures time; a loaded machine only takes longer.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    sequence: { sequencer: ProcessesFirst },
    globalSetup: ['./tests/support/vitest-postgres.ts'],
  },
})
