import { expect, it } from 'vitest'
import { wholePhone, withPhone } from './same-phone.ts'

const lead = (ref: string, phone: string) => ({ ref, name: `Lead ${ref}`, phone })

it('withPhone finds other leads of a number, each once, in any format', () => {
  const phone = wholePhone('(+62) 812-3456-7890') ?? ''
  const rows = [lead('a', '6281234567890'), lead('b', '0812 3456 7890'), lead('a', '6281234567890'), lead('c', '6281234567891')]
  expect(withPhone(rows, phone, null).map(({ ref }) => ref)).toEqual(['a', 'b'])
})

it('withPhone ignores the edited lead, and an incomplete number', () => {
  expect(withPhone([lead('a', '6281234567890')], '6281234567890', 'a')).toEqual([])
  expect([wholePhone('0812'), wholePhone(''), wholePhone(null)]).toEqual([null, null, null])
})
