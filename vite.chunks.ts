/**
 * Few chunks, cut along what is needed when: each group holds what its roots import statically and no earlier group has.
 * Without it every module that two lazy screens share becomes a request of its own.
 */
interface ModuleInfo {
  importedIds: readonly string[]
}
interface Context {
  getModuleInfo(id: string): ModuleInfo | null
}

const groups: readonly { name: string; roots: readonly string[] }[] = [
  // Up to the first row of any list.
  {
    name: 'first',
    roots: [
      'src/main.tsx',
      'src/routes/_console.tsx?tsr-split=component',
      'src/routes/_console/$section/list.tsx?tsr-split=component',
      'src/routes/_console/leads/list.tsx?tsr-split=component',
      'src/kit/define-section.tsx',
    ],
  },
  { name: 'leads', roots: ['src/leads/screens.tsx'] },
  // After the first row: the device's database, the outbox and the sync.
  { name: 'device', roots: ['src/data/db.ts', 'src/data/outbox/start.ts', 'src/data/sync.ts', 'src/data/leads.ts'] },
  { name: 'form', roots: ['src/kit/form/form-screen.tsx'] },
]

const chunkOf = new Map<string, string>()
let walked = false

/** Walks the graph once; ids are absolute, so a root is found as their ending. */
function walk(context: Context, root: string): void {
  for (const { name, roots } of groups) {
    const open = roots.map((path) => `${root}/${path}`)
    for (let id = open.pop(); id !== undefined; id = open.pop()) {
      const info = context.getModuleInfo(id)
      if (!info || chunkOf.has(id)) continue
      chunkOf.set(id, name)
      open.push(...info.importedIds)
    }
  }
}

/** For rolldown's `codeSplitting.groups`: one group per name, the first taking its modules before the others. */
export function chunkGroups(root: string) {
  return groups.map(({ name }, index) => ({
    debugName: name,
    priority: groups.length - index,
    name(id: string, context: Context): string | null {
      if (!walked) walk(context, root)
      walked = true
      return chunkOf.get(id) === name ? name : null
    },
  }))
}
