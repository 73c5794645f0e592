export type Engine = 'chromium' | 'firefox' | 'webkit'
type Exists = (path: string) => boolean
export function browserProgram(engine: Engine, exists?: Exists): string | null
export function installedEngines(exists?: Exists): Engine[]
export function missingEngines(exists?: Exists): string[]
