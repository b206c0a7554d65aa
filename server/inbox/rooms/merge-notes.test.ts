import { expect, test } from 'vitest'
import { mergeNotes } from './merge-notes.ts'

test.each([
  ['nobody else wrote', 'Suka dividen', 'Suka saham', 'Suka dividen', 'Suka saham'],
  ['both wrote the same', '', 'VIP', 'VIP', 'VIP'],
  ['only they wrote', 'VIP', 'VIP', 'VIP, telepon sore', 'VIP, telepon sore'],
  ['both wrote further', 'VIP', 'VIP\nsudah bayar', 'VIP\nminta katalog', 'VIP\nminta katalog\nsudah bayar'],
  ['they wrote further, I wrote anew', 'VIP', 'Bukan VIP', 'VIP\ntelepon sore', 'Bukan VIP\ntelepon sore'],
  ['both began', '', 'Minta katalog', 'Sudah bayar', 'Sudah bayar\nMinta katalog'],
  ['both wrote anew', 'Baru', 'Lama', 'Prioritas', 'Prioritas\nLama'],
  ['I cleared, they wrote further', 'VIP', '', 'VIP\ntelepon sore', 'telepon sore'],
  ['I cleared, they wrote anew', 'VIP', '', 'Prioritas', 'Prioritas'],
  ['too much for one field', 'a', `a${'b'.repeat(3_000)}`, `a${'c'.repeat(3_000)}`, null],
])('notes: %s', (_, was, mine, theirs, kept) => expect(mergeNotes(was, mine, theirs)).toBe(kept))
