export function filesOfAreas(names: readonly string[], root: string): string[] | null
export function openPartTimes(): { ends(name: string): void; table(): string }
