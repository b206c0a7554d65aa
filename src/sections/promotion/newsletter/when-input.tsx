import { t } from '#console/i18n/i18n.ts'
import type { InputProps } from '#console/kit/form/values/tools.ts'
import { Segmented } from '#console/ui/radio.tsx'

/** A draft or sent; what follows is not chosen. */
export const WhenInput = ({ value, onChange, label, disabled }: InputProps) => (
  <fieldset disabled={disabled} className="contents">
    <Segmented
      label={label}
      value={value === 'draft' ? 'draft' : 'scheduled'}
      options={[
        { value: 'draft', label: t('newsletter.when.draft') },
        { value: 'scheduled', label: t('newsletter.when.scheduled') },
      ]}
      onChange={onChange}
    />
  </fieldset>
)
