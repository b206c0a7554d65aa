import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { t } from '#console/i18n/i18n.ts'
import { Button } from '#console/ui/button.tsx'
import * as look from '../query/classes.ts'
import type { SavedView } from '../query/use-views.ts'

export interface SavedViewsProps {
  views: readonly SavedView[]
  onSave: (name: string) => void
  onRemove: (name: string) => void
  /** Shows a view, where there are no tabs for it. */
  onChoose?: (view: SavedView) => void
}

/** Saves the current list under a name; shows and deletes saved views. */
export function SavedViews({ views, onSave, onRemove, onChoose }: SavedViewsProps) {
  const [name, setName] = useState('')
  return (
    <>
      <form
        className="flex gap-2"
        onSubmit={(event) => {
          event.preventDefault()
          if (!name.trim()) return
          onSave(name.trim())
          setName('')
        }}
      >
        <input
          className={look.control}
          aria-label={t('filters.viewName')}
          placeholder={t('filters.viewName')}
          maxLength={40}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Button type="submit" disabled={!name.trim()}>
          {t('filters.saveView')}
        </Button>
      </form>
      {views.map((view) => (
        <div key={view.name} className="flex items-center justify-between gap-2 text-sm">
          {onChoose ? (
            <Button variant="ghost" className="min-w-0 flex-1 justify-start" onClick={() => onChoose(view)}>
              <span className="truncate">{view.name}</span>
            </Button>
          ) : (
            <span className="truncate">{view.name}</span>
          )}
          <Button variant="ghost" size="icon" aria-label={t('filters.removeView', { name: view.name })} onClick={() => onRemove(view.name)}>
            <Trash2 className="size-4" />
          </Button>
        </div>
      ))}
    </>
  )
}
