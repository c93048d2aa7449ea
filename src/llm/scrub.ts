/**
 * Takes the key out of what a service sent, and changes nothing else: texts of units may well look
 * like keys, and answers are compared letter by letter.
 */
export function keyRemover(key: string | null): (text: string) => string {
  if (key === null || key.length < 8) return (text) => text;
  return (text) => (text.includes(key) ? text.replaceAll(key, '[key]') : text);
}

/** Removes the key, and anything that looks like one, from an error message. */
export function scrubber(key: string | null): (text: string) => string {
  const remove = keyRemover(key);
  return (text) =>
    remove(text)
      .replace(/\b(sk|pk|rk)-[A-Za-z0-9_*.-]{8,}/g, '[key]')
      .replace(/\bBearer\s+[^\s"',]+/gi, 'Bearer [key]');
}
