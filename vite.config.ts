import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig, type Plugin, type Rolldown } from 'vite'
import product from './package.json' with { type: 'json' }
import { inlineScript } from './scripts/inline-script.ts'
import { oldTab } from './scripts/old-tab.ts'
import { ownZodMini } from './scripts/own-zod-mini.ts'
import { plainIcons } from './scripts/plain-icons.ts'
import { zodWithoutEval } from './scripts/zod-without-eval.ts'

export default defineConfig({
  // Which build this is, for the Debug tab; only the server reads them.
  define: {
    'import.meta.env.SHOP_VERSION': JSON.stringify(product.version),
    'import.meta.env.SHOP_BUILT_AT': JSON.stringify(new Date().toISOString()),
    'import.meta.env.SHOP_COMMIT': JSON.stringify(commit()),
  },
  plugins: [
    inlineScript(),
    ownZodMini(),
    zodWithoutEval(),
    oldTab(),
    plainIcons(),
    tailwindcss(),
    reactRouter(),
    partsOfChunks(),
  ],
  build: { target: 'es2022' },
  environments: {
    client: {
      build: {
        rollupOptions: {
          output: {
            codeSplitting: {
              // Left alone, what the pages share falls into some twenty files, and every page asks
              // for nearly all of them: what stands around each page is one file.
              groups: [
                { name: 'react', test: isPackageOfEveryPage, priority: 1 },
                { name: inFrame },
                // The frame names each file that an open cart needs: what is wanted together is one.
                { name: 'schemas', test: /[\\/]zod[\\/].*zod-mini$/ },
                {
                  name: 'price',
                  test: /[\\/](pricing[\\/]price|catalog[\\/](engraving|options))\.ts$/,
                },
                { name: 'product-card', test: /[\\/](product-card\.tsx|starting-price\.ts)$/ },
                { name: 'checkout', test: /[\\/]ui[\\/]cart[\\/](checkout|post-json)\.ts$/ },
                { name: 'plus-and-minus', test: /lucide-react[\\/].*[\\/](plus|minus)\.mjs$/ },
              ],
            },
          },
        },
      },
    },
    ssr: {
      // Left outside the bundle these would be loaded whole: 1,600 icons for a dozen in use, and
      // every dialect of SQL. Inside, the imported server takes 140 MB less. The others come in some
      // 300 small files, each of which a start would look for, read and compile.
      resolve: {
        noExternal: [
          ...['lucide-react', 'drizzle-orm', 'zod', 'react-router', 'hono', '@hono/node-server'],
          ...['rate-limiter-flexible', 'csv-parse', 'modern-tar'],
        ],
      },
      build: {
        target: 'node22',
        rollupOptions: {
          // The host is part of the server bundle, so that it and the routes share one module
          // graph: with two, the database would be opened twice.
          input: './app/.server/main.ts',
        },
      },
    },
  },
})

/** Empty where the source is no Git clone. */
function commit(): string {
  try {
    const hash = execFileSync('git', ['rev-parse', '--short', 'HEAD'], {
      cwd: import.meta.dirname,
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    return String(hash).trim()
  } catch {
    return ''
  }
}

function isPackageOfEveryPage(id: string): boolean {
  return /[\\/]node_modules[\\/](react|react-dom|react-router|scheduler)[\\/]/.test(id)
}

const isFrame = /[\\/]app[\\/](root|routes[\\/]shop[\\/]layout)\.tsx/

/**
 * Those of the admin area, the gallery and the journal. Every icon seems to be imported by the frame,
 * which imports their package's index.
 */
const isIconOfSomePages =
  /lucide-react[\\/].*[\\/](camera|chevron-left|chevron-right|maximize-2|minus|plus|rotate-cw|rss|upload|grip-vertical|heading-\d|italic|letter-b|link|list|list-ordered|redo-2|trash|undo-2)\.mjs$/

/** `frame` for what root and layout import, themselves or by way of others. */
function inFrame(id: string, modules: Rolldown.ChunkingContext): string | null {
  if (isIconOfSomePages.test(id)) return null
  const seen = new Set<string>()
  const leadsUpToIt = (from: string): boolean => {
    if (seen.has(from)) return false
    seen.add(from)
    const importers = modules.getModuleInfo(from)?.importers ?? []
    return importers.some((by) => isFrame.test(by) || leadsUpToIt(by))
  }
  return leadsUpToIt(id) ? 'frame' : null
}

/**
 * Writes down what each file for browsers is made of, beside the build and not in it: a test proves
 * by it that no page of the shop loads anything of the admin area (tests/process/bundle.test.ts).
 */
function partsOfChunks(): Plugin {
  return {
    name: 'parts-of-chunks',
    applyToEnvironment: ({ name }) => name === 'client',
    writeBundle(_, bundle) {
      const chunks = Object.values(bundle).flatMap((file) =>
        file.type === 'chunk'
          ? [
              {
                file: file.fileName,
                modules: file.moduleIds.map((id) => relative(import.meta.dirname, id)),
                imports: file.imports,
                later: file.dynamicImports,
              },
            ]
          : [],
      )
      mkdirSync('build', { recursive: true })
      writeFileSync('build/chunks.json', JSON.stringify(chunks))
    },
  }
}
