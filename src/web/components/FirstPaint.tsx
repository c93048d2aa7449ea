/** The page before anything is known, as in `index.html`: nothing moves when the script starts. */
export function FirstPaint() {
  return (
    <div className="first-paint" aria-hidden="true">
      <div />
      <p />
      <p />
      <p />
      <p />
    </div>
  );
}
