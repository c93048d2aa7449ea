/**
 * The version after the latest: its last number is raised; `1.0` for the first.
 * @example nextVersion(['1.1', '1.0']) // '1.2'
 */
export function nextVersion(latestFirst: readonly string[]): string {
  const known = new Set(latestFirst);
  let version = latestFirst[0] ?? '1.0';
  while (known.has(version)) {
    const raised = version.replace(/\d+(?=\D*$)/, (last) => String(Number(last) + 1));
    version = raised === version ? `${version}.1` : raised;
  }
  return version;
}
