import { MoreHorizontal } from 'lucide-react'
import { t } from '#console/i18n/i18n.ts'
import { Button } from '#console/ui/button.tsx'
import { LoadOnPress } from '../../parts/deferred.tsx'
import { loadRowMenu, RowMenu } from '../deferred-parts.ts'
import type { RowMenuProps } from './row-menu.tsx'

/** Button of a row's menu; the menu is loaded on the first press. */
export function RowMenuButton(props: RowMenuProps) {
  return (
    <LoadOnPress
      panel={RowMenu}
      load={loadRowMenu}
      props={props}
      of={props.row.ref}
      button={(on) => (
        <Button variant="quiet" size="smallIcon" aria-haspopup="menu" aria-label={t('list.actionsOf', { name: props.title })} {...on}>
          <MoreHorizontal />
        </Button>
      )}
    />
  )
}
