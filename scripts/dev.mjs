/** `npm run dev`: the same shop with hot reload. */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { ensureInstalled, environment, nodeBinary, root } from './bootstrap.mjs'

ensureInstalled()
const child = spawn(nodeBinary(), [join(root, 'scripts', 'dev-server.ts')], {
  cwd: root,
  stdio: 'inherit',
  env: environment({ NODE_ENV: 'development' }),
})
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => child.kill(signal))
child.on('exit', (code) => process.exit(code ?? 0))
