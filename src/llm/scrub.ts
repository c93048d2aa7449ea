/**
 * Takes keys out of texts that come from a service or a library: the key itself, and whatever
 * looks like one.
 */
export function scrubber(key: string | null): (text: string) => string {
  return (text) => {
    const own = key === null || key.length < 4 ? text : text.replaceAll(key, '[key]');
    return own
      .replace(/\b(sk|pk|rk|key)[-_][A-Za-z0-9_*.-]{6,}/g, '[key]')
      .replace(/\bBearer\s+[^\s"',]+/gi, 'Bearer [key]');
  };
}
