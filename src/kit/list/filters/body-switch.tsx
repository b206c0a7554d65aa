import { t } from '#console/i18n/i18n.ts'
import { Button } from '#console/ui/button.tsx'
import type { ListBody } from '../query/extras.ts'

interface Props {
  bodies: readonly ListBody[]
  chosen: ListBody | undefined
  /** Undefined: the first. */
  onChoose: (name: string | undefined) => void
}

/** Switches the presentation of the records. */
export function BodySwitch({ bodies, chosen, onChoose }: Props) {
  return (
    <fieldset className="flex rounded-md border p-0.5">
      <legend className="sr-only">{t('list.viewAs')}</legend>
      {bodies.map((each, index) => (
        <Button
          key={each.name}
          variant="quiet"
          size="smallIcon"
          aria-label={each.label}
          aria-pressed={each === chosen}
          className="aria-pressed:bg-muted aria-pressed:text-foreground"
          onClick={() => onChoose(index ? each.name : undefined)}
        >
          <each.icon />
        </Button>
      ))}
    </fieldset>
  )
}
