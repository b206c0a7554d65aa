import { Bookmark } from 'lucide-react'
import { useState } from 'react'
import { t } from '#console/i18n/i18n.ts'
import { Button } from '#console/ui/button.tsx'
import { Popover, PopoverContent, PopoverTrigger } from '#console/ui/popover.tsx'
import type { PressedPanelProps } from '../../parts/deferred.tsx'
import { SavedViews, type SavedViewsProps } from './saved-views.tsx'

/** The saved views of a list beside their button. */
export function ViewsMenu({ open: first, onSave, ...props }: SavedViewsProps & PressedPanelProps) {
  const [open, setOpen] = useState(first)
  return (
    <Popover open={open} onOpenChange={setOpen}>
      <PopoverTrigger asChild>
        <Button aria-label={t('list.views')}>
          <Bookmark className="size-4" />
          <span className="max-lg:hidden">{t('list.views')}</span>
        </Button>
      </PopoverTrigger>
      <PopoverContent align="end">
        <div className="flex w-72 max-w-full flex-col gap-3">
          <SavedViews
            {...props}
            onSave={(name) => {
              onSave(name)
              setOpen(false)
            }}
          />
        </div>
      </PopoverContent>
    </Popover>
  )
}
