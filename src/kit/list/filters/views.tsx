import { Bookmark, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { t } from '#console/i18n/i18n.ts'
import { Button } from '#console/ui/button.tsx'
import { Popover, PopoverContent, PopoverTrigger } from '#console/ui/popover.tsx'
import type { PressedPanelProps } from '../../parts/deferred.tsx'
import * as look from '../query/classes.ts'
import type { ListSearch } from '../query/search.ts'
import type { SavedView } from '../query/use-views.ts'

export interface ViewsMenuProps {
  views: readonly SavedView[]
  current: ListSearch
  onSave: (name: string) => void
  onRemove: (name: string) => void
}

/** Saves the current list under a name; deletes saved views. */
export function ViewsMenu({ views, onSave, onRemove, open: first }: ViewsMenuProps & PressedPanelProps) {
  const [open, setOpen] = useState(first)
  const [name, setName] = useState('')
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
          <form
            className="flex gap-2"
            onSubmit={(event) => {
              event.preventDefault()
              if (!name.trim()) return
              onSave(name.trim())
              setName('')
              setOpen(false)
            }}
          >
            <input
              className={look.control}
              aria-label={t('list.viewName')}
              placeholder={t('list.viewName')}
              maxLength={40}
              value={name}
              onChange={(event) => setName(event.currentTarget.value)}
            />
            <Button type="submit" disabled={!name.trim()}>
              {t('list.saveView')}
            </Button>
          </form>
          {views.map((view) => (
            <div key={view.name} className="flex items-center justify-between gap-2 text-sm">
              <span className="truncate">{view.name}</span>
              <Button
                variant="ghost"
                size="icon"
                aria-label={t('list.removeView', { name: view.name })}
                onClick={() => onRemove(view.name)}
              >
                <Trash2 className="size-4" />
              </Button>
            </div>
          ))}
        </div>
      </PopoverContent>
    </Popover>
  )
}
