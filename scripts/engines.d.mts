export type Engine = 'chromium' | 'firefox' | 'webkit'
export function browserProgram(engine: Engine): string | null
export function installedEngines(): Engine[]
export function missingEngines(): string[]
