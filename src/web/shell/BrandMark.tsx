/** The mark of the product, a letter A with a golden bar. */
export function BrandMark({ size, stroke }: Readonly<{ size: number; stroke: number }>) {
  const line = { strokeWidth: stroke, strokeLinecap: 'round', strokeLinejoin: 'round' } as const;
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <path d="M5 27 14.200 5h3.600L27 27" fill="none" stroke="currentColor" {...line} />
      <path d="M9.500 19h13" stroke="#c48a1c" {...line} />
    </svg>
  );
}
