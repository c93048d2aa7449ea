/**
 * JSON with sorted keys (by code unit), so that equal values give equal text and equal hashes.
 * @example canonicalJson({ b: 1, a: [true, null] }) // '{"a":[true,null],"b":1}'
 */
export function canonicalJson(value: unknown): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if (Array.isArray(value))
    return `[${value.map((entry) => canonicalJson(entry ?? null)).join(',')}]`;
  const fields = value as Readonly<Record<string, unknown>>;
  let text = '';
  // Without a comparison, keys are sorted by their code units.
  for (const key of Object.keys(fields).toSorted()) {
    if (fields[key] !== undefined)
      text += `${text === '' ? '' : ','}${JSON.stringify(key)}:${canonicalJson(fields[key])}`;
  }
  return `{${text}}`;
}
