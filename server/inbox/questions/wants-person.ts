/** Returns whether a member asks for a person. */
import { normaliseText } from '#contract/lib/normalise-text.ts'

const person = /\b(admin|cs|customer service|operator|manusia|orang(nya)? (langsung|asli)|analis(nya)?|human|agent|tim support)\b/
const asks = /\b(bicara|ngobrol|chat|tanya|hubung(i|kan|ya)?|sambung(kan)?|minta|mau|ingin|bisa|tolong|talk|speak|langsung)\b/
const refuses = /\b(bukan|jangan|tanpa|ga mau|gak mau|tidak mau|no)\s+(bot|robot|mesin|ai)\b/

export function wantsPerson(text: string): boolean {
  const folded = normaliseText(text, 'NFKC').toLowerCase().slice(0, 4_096)
  return refuses.test(folded) || (person.test(folded) && asks.test(folded))
}
