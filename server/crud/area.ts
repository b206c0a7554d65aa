import { listProblems } from '#contract/kit/section/check-lists.ts'
import type { Section } from '#contract/kit/section/section.ts'
import { sections } from '#contract/sections/index.ts'
import type { Area } from '#server/platform/core/area.ts'
import { mountChanges } from './changed-stream.ts'
import { startForgettingImports } from './import/forget.ts'
import { importJob, undoImportJob } from './import/job.ts'
import { mountImportTasks } from './import/tasks.ts'
import { mountSearch } from './query/search-everywhere.ts'

async function assertDefinitions(): Promise<void> {
  const problems = listProblems(await Promise.all(Object.values(sections).map((load): Promise<Section> => load())))
  if (problems.length) throw new Error(problems.join('; '))
}

/** Parts of a regular section. */
export const crudArea: Area = {
  mount(app, platform) {
    mountChanges(app, platform)
    mountSearch(app, platform)
    mountImportTasks(app, platform)
  },
  starts: [assertDefinitions, startForgettingImports],
  jobs: () => [importJob, undoImportJob],
}
