/** The path of the built program. */
export function buildChaos(): Promise<string>
