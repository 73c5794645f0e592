import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { inlineScript } from './scripts/inline-script.ts'
import { patience } from './tests/support/draws.ts'

// React as the shop has it: its build for development costs the processor more to render, for warnings
// that no test asks for.
process.env.NODE_ENV = 'production'

const ofProcesses = [
  'tests/process/**/*.test.ts',
  // Its clock is years ahead for a while: embedded databases of other tests in its process would wake
  // each millisecond from then on, until it is that time.
  'app/.server/documents/every-script.test.ts',
]

/** Begun last, they would keep one core busy and the others idle: longest first. */
const long = [
  /\/tests\/process\/storm/,
  /\/tests\/simulation\//,
  /\/tests\/process\//,
  /\/tests\/http\/(admin-rights|attack\/every-route)\.test/,
]

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const found = long.findIndex((path) => path.test(moduleId))
      return found < 0 ? long.length : found
    }
    return (await super.sort(files)).toSorted((one, other) => rank(one) - rank(other))
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
    // Tests wait for databases, servers and each other; one worker for each core leaves 40% of them idle.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    testTimeout: patience,
    hookTimeout: patience,
    sequence: { sequencer: LongestFirst },
    globalSetup: ['./tests/support/vitest-postgres.ts'],
  },
})
