export function Separator({ className = '' }: { className?: string }) {
  return <hr className={`border-0 border-t ${className}`} />
}
