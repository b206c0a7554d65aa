/**
 * Folders of each program, bottom to top. A file imports from its own folder and from lines above its own; folders of one line are siblings
 * and do not import each other. Unlisted folders belong to the nearest listed one above.
 */
export const layers: Readonly<Record<string, readonly (readonly string[])[]>> = {
  contract: [
    ['contract/lib'],
    ['contract/choices'],
    ['contract/kit'],
    ['contract/pages'],
    ['contract/import'],
    ['contract/market', 'contract/commerce', 'contract/learning', 'contract/parts', 'contract/mail'],
    ['contract/landing'],
    ['contract/sections'],
    ['contract/reports'],
    ['contract/chat'],
    ['contract/leads', 'contract/simulator'],
    ['contract'],
  ],
  server: [
    ['server/db/tables'],
    ['server/db'],
    ['server/platform'],
    ['server/video'],
    ['server/crud'],
    ['server/people', 'server/content'],
    ['server/commerce'],
    ['server/push', 'server/mail'],
    ['server/market', 'server/learning', 'server/reports', 'server/member-app'],
    ['server/assistant'],
    ['server/inbox'],
    ['server/sections', 'server/leads'],
    ['server/sync'],
    ['server/demo', 'server/backup'],
    ['server'],
  ],
  console: [
    ['src/i18n'],
    ['src/ui'],
    ['src/data'],
    ['src/kit'],
    ['src/commerce'],
    ['src/inbox', 'src/leads', 'src/reports'],
    ['src/sections'],
    ['src/shell'],
    ['src/routes'],
    ['src'],
  ],
  worker: [['src/data/outbox'], ['sw']],
}

/** Further allowed imports of each program. */
export const foundations: Readonly<Record<string, readonly string[]>> = {
  contract: [],
  server: ['contract'],
  console: ['contract'],
  worker: ['contract'],
}

/** Accepted run-time circles of files, with reasons. */
export const fileCircles: readonly { files: string; reason: string }[] = [
  {
    files:
      'src/kit/form/field/form-field.tsx src/kit/form/field/input-for.tsx src/kit/form/field/object-input.tsx src/kit/form/field/rows-input.tsx',
    reason: 'a field may hold fields: an object and rows draw their own by the form field that draws them',
  },
]
