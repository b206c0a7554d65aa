// Writes a regular section: its contract, its table and API, its screens, and the lines of the registries.
//   npm run new:section -- short-link --resource shortlink --path /console/in/v1/shortlink slug:slug! target:url! clicks:number expires_at:dateTime
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root, run } from './install.mjs'

const columns = {
  number: { text: 'doublePrecision()', from: 'doublePrecision', core: true },
  percent: { text: 'doublePrecision()', from: 'doublePrecision', core: true },
  money: { text: 'bigint()', from: 'bigint' },
  reference: { text: 'bigint()', from: 'bigint' },
  date: { text: "date({ mode: 'string' })", from: 'date', core: true },
  dateTime: { text: 'moment()', from: 'moment' },
  flag: { text: 'boolean()', from: 'boolean', core: true },
  tags: { text: 'json<string[]>()', from: 'json' },
  image: { text: 'json<StoredFile>()', from: 'json', stored: true },
  file: { text: 'json<StoredFile>()', from: 'json', stored: true },
}
const plainText = { text: 'text()', from: 'text' }
const kinds = [...Object.keys(columns), 'text', 'textarea', 'richText', 'slug', 'url', 'email', 'phone', 'digits', 'colour', 'month']

function refuse(problem) {
  console.error(`new:section: ${problem}`)
  process.exit(1)
}

function readArguments([name, ...rest]) {
  if (!/^[a-z]+(-[a-z]+)*$/.test(name ?? '')) refuse('name it in lowercase words with hyphens, such as short-link')
  const options = { resource: name, path: `/console/in/v1/${name}`, group: 'other' }
  const fields = []
  for (let i = 0; i < rest.length; i++) {
    const [, option] = /^--(resource|path|group)$/.exec(rest[i]) ?? []
    if (option) options[option] = rest[++i]
    else {
      const [, field, kind = 'text', required] = /^([a-z][a-z0-9_]*)(?::([a-zA-Z]+))?(!)?$/.exec(rest[i]) ?? []
      if (!field || !kinds.includes(kind)) refuse(`'${rest[i]}' is not field:kind; kinds are ${kinds.join(', ')}`)
      fields.push({ field, kind, required: required !== undefined })
    }
  }
  if (!fields.length) fields.push({ field: 'name', kind: 'text', required: true })
  return { name, camel: name.replace(/-(\w)/g, (_, letter) => letter.toUpperCase()), fields, ...options }
}

const sorted = (names) => [...new Set(names)].sort((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1)).join(', ')

function contractFile({ name, camel, path, resource, fields }) {
  const title = fields[0].field
  const lines = fields.map(({ field, kind, required }) => `    ${field}: ${kind}(${required ? '{ required: true }' : ''}),`)
  return `import { ${sorted(fields.map((each) => each.kind))} } from '../kit/field.ts'
import { section } from '../kit/section.ts'

export const ${camel} = section('${name}', {
  path: '${path}',
  permission: '${resource}',
  title: '${title}',
  fields: {
${lines.join('\n')}
  },
  list: {
    columns: [${fields.map(({ field }) => `'${field}'`).join(', ')}, 'updated_at', '-updated_by'],
    search: ['${title}'],
    filters: [${fields.flatMap(({ field, kind }) => (kind === 'flag' ? [`'${field}'`] : [])).join(', ')}],
    sort: '${title} asc',
  },
})
`
}

function serverFile({ name, camel, fields }) {
  const used = fields.map(({ kind }) => columns[kind] ?? plainText)
  const lines = fields.map(
    ({ field, kind, required }) => `  ${field}: ${(columns[kind] ?? plainText).text}${required ? '.notNull()' : ''},`,
  )
  const own = sorted(used.flatMap((each) => (each.core ? [] : [each.from])))
  return `import { ${sorted(['pgTable', ...used.flatMap((each) => (each.core ? [each.from] : []))])} } from 'drizzle-orm/pg-core'
${used.some((each) => each.stored) ? "import type { StoredFile } from '#contract/kit/field.ts'\n" : ''}import { ${camel} } from '#contract/sections/${name}.ts'
import { serve } from '#server/crud/serve.ts'
${own ? `import { ${own} } from '#server/db/columns.ts'\n` : ''}import { record } from '#server/db/record.ts'

export const ${camel}Table = pgTable('${name.replaceAll('-', '_')}', {
  ...record,
${lines.join('\n')}
})

export const ${camel}Api = serve(${camel}, ${camel}Table)
`
}

function screenFile({ name, camel, fields }) {
  return `import { ${camel} } from '#contract/sections/${name}.ts'
import { defineSection } from '#console/kit/define-section.tsx'

export const screens = defineSection(${camel}, {
  columns: ({ column }) => [column('${fields[0].field}', { link: true })],
  form: ({ field }) => (
    <>
${fields.map(({ field }) => `      {field('${field}')}`).join('\n')}
    </>
  ),
})
`
}

/** Adds a line before the first one that matches; the registry must look as it is expected to. */
function addLine(file, before, line) {
  const path = join(root, file)
  const text = readFileSync(path, 'utf8')
  const at = text.search(before)
  if (at < 0) refuse(`${file} has changed: ${before} is not in it`)
  writeFileSync(path, `${text.slice(0, at)}${line}\n${text.slice(at)}`)
}

function addMessages(section) {
  const label = section.name.replaceAll('-', ' ').replace(/^./, (letter) => letter.toUpperCase())
  const sentence = (field) => field.replaceAll('_', ' ').replace(/^./, (letter) => letter.toUpperCase())
  for (const locale of ['en', 'id', 'tr', 'ar']) {
    const path = join(root, `src/i18n/${locale}/fields.json`)
    const own = { [`nav.${section.name}`]: label, [`section.${section.name}`]: label }
    for (const { field } of section.fields) own[`field.${field}`] = sentence(field)
    writeFileSync(path, `${JSON.stringify({ ...own, ...JSON.parse(readFileSync(path, 'utf8')) }, null, 2)}\n`)
  }
}

const section = readArguments(process.argv.slice(2))
const { name, camel, path, resource, group } = section
const resources = readFileSync(join(root, 'contract/kit/permission.ts'), 'utf8')
if (!resources.includes(`'${resource}',`))
  refuse(`there is no resource '${resource}'; name one with --resource (contract/kit/permission.ts)`)
const written = {
  [`contract/sections/${name}.ts`]: contractFile(section),
  [`server/sections/${name}.ts`]: serverFile(section),
  [`src/sections/${name}.tsx`]: screenFile(section),
}
for (const file of Object.keys(written)) if (existsSync(join(root, file))) refuse(`${file} is there already`)
for (const [file, text] of Object.entries(written)) writeFileSync(join(root, file), text)

const key = name.includes('-') ? `'${name}'` : name
addLine('contract/sections/index.ts', /^ {2}leads: /m, `  ${key}: () => import('./${name}.ts').then((module) => module.${camel}),`)
addLine('src/sections/registry.ts', /^\} satisfies/m, `  ${key}: () => import('./${name}.tsx').then((module) => module.screens),`)
addLine('server/areas.ts', /^import \{ userApi/m, `import { ${camel}Api } from './sections/${name}.ts'`)
addLine('server/areas.ts', /^ {2}regular\(/m, `  regular(${camel}Api),`)
addLine('contract/nav.ts', /^\]\n*$/m, `  item('${name}', '${group}', get('${resource}')),`)
addLine('public/boot.js', /^ {4}leads: '/m, `    ${key}: '${path}',`)
addLine('src/shell/nav-icons.ts', /^\} as const/m, `  ${key}: 'circle',`)
addMessages(section)
run('npx', ['drizzle-kit', 'generate', '--name', name])
run('npx', ['biome', 'check', '--write', ...Object.keys(written), 'server/areas.ts', 'contract', 'src/sections', 'src/i18n'])
console.log(
  `\n${name}: ${Object.keys(written).join(', ')}\nGive it an icon in src/shell/nav-icons.ts and its names in src/i18n/{id,tr,ar}/fields.json; the rest follows from its fields.`,
)
