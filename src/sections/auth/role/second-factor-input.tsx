import { useEffect, useRef } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { inputFor } from '#console/kit/form/field/input-for.tsx'
import type { FormValues, InputProps } from '#console/kit/form/values/tools.ts'
import { toText } from '#contract/kit/field/guards.ts'
import { needsFactorByName } from '#contract/sections/auth/role.ts'

const Switch = inputFor('flag')

/** Of a new role: follows its name until somebody chooses, as the server would (docs/product/access.md#second-factor). */
export function SecondFactorInput(props: InputProps) {
  const { onChange } = props
  const { control } = useFormContext<FormValues>()
  const isNeeded = needsFactorByName(toText(useWatch({ control, name: 'name' })))
  const isChosen = useRef(false)
  const latest = useRef(onChange)
  useEffect(() => {
    latest.current = onChange
  })
  useEffect(() => {
    if (!isChosen.current) latest.current(isNeeded)
  }, [isNeeded])
  const choose = (value: unknown) => {
    isChosen.current = true
    onChange(value)
  }
  return <Switch {...props} onChange={choose} />
}
