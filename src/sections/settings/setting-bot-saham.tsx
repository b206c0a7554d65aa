import { Suspense } from 'react'
import { defineSection, type SectionModule } from '#console/kit/define-section.tsx'
import { Skeleton } from '#console/kit/list/table/states.tsx'
import { deferred } from '#console/kit/parts/deferred.tsx'
import { settingBotSaham } from '#contract/sections/settings/setting-bot-saham.ts'

const Documents = deferred(async () => {
  const [{ Documents: shown }, screens] = await Promise.all([
    import('./setting-bot-saham/documents.tsx'),
    import('../registry.ts').then(({ sectionScreens }) => sectionScreens('knowledge')),
  ])
  return () => (screens ? shown({ parts: screens.parts }) : null)
})

const form = defineSection(settingBotSaham, { fields: () => ({ name: { wide: false } }) })

/** The bot's manner, and its documents. */
export const screens: SectionModule = {
  ...form,
  List: (props) => (
    <div className="flex flex-col gap-4">
      <form.List {...props} />
      <Suspense fallback={<Skeleton columns={[]} size={5} cards />}>
        <Documents />
      </Suspense>
    </div>
  ),
}
