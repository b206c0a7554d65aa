/** The star behind the label of a field that is needed; its input says so by `aria-required`. */
export const RequiredMark = () => (
  <span aria-hidden="true" className="ms-0.5 text-danger-text">
    *
  </span>
)
