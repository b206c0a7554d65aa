/** The engines' programs, as a script of `scripts` found them. */
import { type EngineName, engineNames } from './engine.ts'

/** A program, or why there is none. */
type Found = { path: string; missing: null } | { path: null; missing: string }

const programs: Partial<Record<EngineName, Found>> = JSON.parse(process.env.ENGINE_PROGRAMS ?? '{}')

export const lookUp = (engine: EngineName): Found => programs[engine] ?? { path: null, missing: 'not looked for' }

/** Throws where the name is none, or the engine is not to be had. */
export function findProgram(name: string): { engine: EngineName; path: string } {
  const engine = engineNames.find((each) => each === name)
  if (!engine) throw new Error(`there is no engine ${name}: ${engineNames.join(', ')}`)
  const { path, missing } = lookUp(engine)
  if (path === null) throw new Error(`${engine}: ${missing}`)
  return { engine, path }
}
