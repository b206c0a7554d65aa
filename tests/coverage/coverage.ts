/** docs/coverage.md: every call and route there is, who may use it, and the tests that do. Made of contract, routes and tests alone. */
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { ownExample } from '#contract/examples.ts'
import { isHidden } from '#contract/kit/section/back-office.ts'
import type { Call } from '#contract/kit/section/call.ts'
import type { Section } from '#contract/kit/section/section.ts'
import { sectionCalls } from '#contract/kit/section/section-calls.ts'
import { viewsOf } from '#contract/kit/section/view.ts'
import type { Area } from '#contract/nav.ts'
import { navAreas } from '#contract/nav-items.ts'
import { everyCall, irregularNames } from '#tests/support/contract-calls.ts'
import { allSections } from '#tests/support/sections.ts'

const root = resolve(import.meta.dirname, '../..')

interface TestFile {
  path: string
  text: string
  words: ReadonlySet<string>
}

const filesIn = (folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
    .sort()

/** Tests that go through all calls of a kind: what each of them does with a call, and with which. */
const regular = new Set(allSections.flatMap((section) => sectionCalls(section).map(({ name }) => name)))
const ofSections = ['list', 'one', 'create', 'update', 'remove', 'swap', 'switch']
const callLoops: readonly { name: string; file: string; does: string; takes: (call: Call) => boolean }[] = [
  {
    name: 'matrix',
    file: 'permission-matrix.test.ts',
    does: 'is sent by every demo account, by nobody and with a forged token: the permission alone lets in',
    takes: () => true,
  },
  {
    name: 'example',
    file: 'examples.test.ts',
    does: 'its example in the OpenAPI document works on demo data, and answers as promised',
    takes: (call) => !ownExample(call).onlyWith,
  },
  {
    name: 'wrong',
    file: 'calls.test.ts',
    does: 'every field of its own body is sent missing and wrong',
    takes: ({ body, twinOf, name, action }) =>
      body !== undefined && !(regular.has(twinOf ?? name) && (action === 'create' || action === 'update')),
  },
  {
    name: 'record',
    file: 'sections.test.ts',
    does: 'records of its section are listed, added, changed, deleted and refused',
    takes: ({ name, action }) => regular.has(name) && ofSections.includes(action ?? ''),
  },
  {
    name: 'list',
    file: 'list-keys.test.ts',
    does: 'takes the list grammar with every key there is',
    takes: ({ method, query }) => method === 'GET' && query === 'list',
  },
]

type RouteKind = 'list' | 'view' | 'add' | 'edit' | 'detail' | 'duplicate'
const routeLoops: readonly { name: string; file: string; does: string; walks: readonly RouteKind[] }[] = [
  {
    name: 'screens',
    file: 'all-screens.spec.ts',
    does: 'is whole, accessible and no wider than a small phone',
    walks: ['list', 'view', 'edit'],
  },
  {
    name: 'permissions',
    file: 'permissions.spec.ts',
    does: 'opens to the roles that may, and to no others',
    walks: ['list', 'add', 'edit'],
  },
  { name: 'office', file: 'back-office.spec.ts', does: 'is shown or hidden in back-office mode', walks: ['list', 'view', 'edit'] },
]

/** All but those that go through everything. */
function readTests(): TestFile[] {
  const loops = [...callLoops.map(({ file }) => `tests/conformance/${file}`), ...routeLoops.map(({ file }) => `tests/e2e/${file}`)]

  const paths = ['contract', 'server', 'src', 'sw', 'tests']
    .flatMap(filesIn)
    .filter((path) => /\.(?:test|spec)\.tsx?$/.test(path) && !loops.includes(path))
  return paths.map((path) => {
    const text = readFileSync(join(root, path), 'utf8')
    return { path, text, words: new Set(text.match(/[\w$]+/g)) }
  })
}

const code = (text: string) => `\`${text}\``
const table = (head: readonly string[], rows: readonly (readonly string[])[]): string[] => [
  `| ${head.join(' | ')} |`,
  `|${head.map(() => '---').join('|')}|`,
  ...rows.map((row) => `| ${row.join(' | ')} |`),
]
const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
const permissionOf = ({ permission }: Call) => [permission].flat().join(', or ')
const shown = (files: readonly TestFile[]) => files.map(({ path }) => code(path)).join('<br>')

/** Files that use a section: its wire path, or its definition by import. */
function testsOf(section: Section, tests: readonly TestFile[]): TestFile[] {
  const path = new RegExp(`['"\`]${escaped(section.path)}(?![\\w-])`)
  const definition = new RegExp(`from '[^']*/${escaped(section.name)}\\.ts'`)
  return tests.filter(({ text }) => path.test(text) || definition.test(text))
}

/** Files that name the call itself: its name, the constant that it is exported as, its whole path, or what its path adds to that of the section. */
function testsNaming(call: Call, tests: readonly TestFile[], ofSection: readonly TestFile[], section?: Section): TestFile[] {
  const own = section && call.path.startsWith(section.path) ? call.path.slice(section.path.length) : call.path
  const written = own.split(/\{\w+\}/)
  const addition = own.replace(/^\/\{\w+\}/, '')
  const asPattern = (parts: readonly string[]) => parts.map(escaped).join('[^/\'"`]+')
  const patterns = [new RegExp(`['"]${escaped(call.name)}['"]`)]
  const whole = call.path.split(/\{\w+\}/)
  if (written.length < 2 || addition) patterns.push(new RegExp(`['"\`]${asPattern(whole)}['"\`?]`))
  const added = addition ? new RegExp(`[}'"\`]${asPattern(addition.split(/\{\w+\}/))}['"\`?]`) : null
  const constants = irregularNames.get(call.name) ?? []
  const isNamed = (test: TestFile) =>
    patterns.some((pattern) => pattern.test(test.text)) ||
    constants.some((name) => test.words.has(name)) ||
    (section !== undefined && added !== null && ofSection.includes(test) && added.test(test.text))
  return tests.filter(isNamed)
}

function callRows(calls: readonly Call[], tests: readonly TestFile[], section?: Section): string[] {
  const ofSection = section ? testsOf(section, tests) : []
  const rows = calls
    .toSorted((a, b) => (a.path === b.path ? (a.method < b.method ? -1 : 1) : a.path < b.path ? -1 : 1))
    .map((call) => [
      call.method,
      code(call.path),
      permissionOf(call),
      callLoops.flatMap(({ name, takes }) => (takes(call) ? [name] : [])).join(', '),
      shown(testsNaming(call, tests, ofSection, section)),
    ])
  return [
    ...(ofSection.length ? [`Of the section: ${ofSection.map(({ path }) => code(path)).join(', ')}.`, ''] : []),
    ...table(['Method', 'Path', 'Permission', 'All calls', 'Tests that name it'], rows),
    '',
  ]
}

interface Route {
  path: string
  needs: string
  kind?: RouteKind
  /** Of the navigation, where it is no section's. */
  area?: Area | undefined
}

const needsOf = (action: string, resources: readonly string[]) => resources.map((resource) => `${action} ${resource}`).join(', or ')

/** The addresses of a section that are made of its definition. */
function routesOf(section: Section): Route[] {
  const { name, nav, permission, actions, routes, duplicate } = section
  const route = (rest: string, action: string, kind: RouteKind): Route => ({
    path: `/${name}/${rest}`,
    needs: needsOf(action, nav?.anyOf ?? [permission]),
    kind,
  })
  const forms = [
    ...(actions.includes('create') ? [route(routes.add ?? 'add', 'create', 'add')] : []),
    ...(actions.includes('create') && duplicate ? [route('duplicate/{id}', 'create', 'duplicate')] : []),
    ...(actions.includes('update') ? [route(routes.edit ?? 'edit/{id}', 'update', 'edit')] : []),
    ...(!section.hasPage ? [] : [route('detail/{id}', 'get', 'detail')]),
  ]
  const views = viewsOf(section).flatMap(({ at }) => (at ? [route(`${at}/list`, 'get', 'view')] : []))
  return [route('list', 'get', 'list'), ...views, ...(section.kind === 'setting' ? [] : forms)]
}

/** The files of src/routes that stand for an address by themselves. */
function ownRoutes(areas: readonly Area[]): Route[] {
  const files = filesIn('src/routes').filter((path) => path.endsWith('.tsx') && !/__root|\/_console\.tsx|\$/.test(path))
  return files.map((path) => {
    const [, name, action] = /requireAccess\('([\w-]+)', '(\w+)'/.exec(readFileSync(join(root, path), 'utf8')) ?? []
    const area = areas.find((each) => each.name === name)
    const address = path
      .replace('src/routes', '')
      .replace(/\/_console(?=\/)/, '')
      .replace(/(?:\/index)?\.tsx$/, '')
    return {
      path: address || '/',
      needs: area?.gate ? needsOf(action ?? 'get', area.gate.anyOf) : path.includes('/_console/') ? 'signed-in' : 'public',
      area,
    }
  })
}

function routeRows(tests: readonly TestFile[], areas: readonly Area[]): string[] {
  const specs = tests.filter(({ path }) => path.startsWith('tests/e2e/'))
  const made = allSections.flatMap((section) => routesOf(section).map((route) => ({ ...route, section })))
  const known = new Set(made.map(({ path }) => path))
  const own = ownRoutes(areas).filter(({ path }) => !known.has(path))
  for (const { path } of own) known.add(path)
  // Screens that share a route, such as those of reports.
  const others = areas.filter(({ path }) => !known.has(path))
  const entries = others.map(
    (area): Route => ({ path: area.path, needs: area.gate ? needsOf(area.gate.action, area.gate.anyOf) : 'signed-in', area }),
  )
  const routes: (Route & { section?: Section })[] = [...made, ...own, ...new Map(entries.map((each) => [each.path, each])).values()]
  const rows = routes
    .toSorted((a, b) => (a.path < b.path ? -1 : 1))
    .map(({ path, needs, kind, section, area }) => {
      const written = new RegExp(
        `['"\`]${path
          .split(/\{\w+\}/)
          .map(escaped)
          .join('[^/\'"`]+')}['"\`?]`,
      )
      const view = section && viewsOf(section).find(({ at }) => at && path === `/${section.name}/${at}/list`)
      const isLeftOut = section ? isHidden(section) || view?.backOffice === 'hidden' : area?.hiddenInBackOffice
      const walked = routeLoops.flatMap(({ name, walks }) => (kind && walks.includes(kind) ? [name] : [])).join(', ')
      const naming = specs.filter(({ text }) => written.test(text))
      return [code(path), needs, isLeftOut ? 'hidden' : '', walked, shown(naming)]
    })
  return table(['Route', 'Permission', 'Back office', 'All routes', 'Tests that name it'], rows)
}

/** The section that a call is of: by its own word, or by the longest path that it stands below. */
function ownerOf(call: Call): Section | undefined {
  const named = allSections.find(({ name }) => name === call.section)
  const above = allSections.filter(({ path }) => call.path === path || call.path.startsWith(`${path}/`))
  return named ?? above.sort((a, b) => b.path.length - a.path.length)[0]
}

/** The page as it should stand in docs/coverage.md. */
export async function coveragePage(): Promise<string> {
  const tests = readTests()
  const { items, others } = await navAreas()
  const areas = new Map<string, Call[]>()
  for (const call of everyCall) {
    const area = ownerOf(call)?.name ?? call.name.split('.')[0] ?? call.name
    areas.set(area, [...(areas.get(area) ?? []), call])
  }
  return [
    '# Coverage',
    '',
    'Every call and route there is, and the tests that use it. Written by `npm run coverage`; `tests/conformance/coverage.test.ts` fails where it is out of date.',
    '',
    'A test that goes through all calls is named by a word:',
    '',
    ...table(
      ['Word', 'Test', 'What it does with a call'],
      callLoops.map(({ name, file, does }) => [name, code(`tests/conformance/${file}`), does]),
    ),
    '',
    'and one that goes through the routes of all sections by another:',
    '',
    ...table(
      ['Word', 'Test', 'What it shows of a route'],
      routeLoops.map(({ name, file, does }) => [name, code(`tests/e2e/${file}`), does]),
    ),
    '',
    `## ${everyCall.length} calls`,
    '',
    ...[...areas.keys()].sort().flatMap((name) => {
      const section = allSections.find((each) => each.name === name)
      return [`### ${name}`, '', ...callRows(areas.get(name) ?? [], tests, section)]
    }),
    '## Routes',
    '',
    ...routeRows(tests, [...items, ...others]),
    '',
  ].join('\n')
}
