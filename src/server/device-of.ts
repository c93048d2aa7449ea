/**
 * The browser and the system of a request in words, for a list of sessions. What a client says of
 * itself is no proof of anything.
 */
export function deviceOf(agent: string | undefined): string | null {
  if (agent === undefined || agent === '') return null;
  const browser = browsers.find(([, pattern]) => pattern.test(agent))?.[0];
  const system = systems.find(([, pattern]) => pattern.test(agent))?.[0];
  if (browser === undefined && system === undefined)
    return agent.replaceAll(/[^\w./ -]/g, '').slice(0, 60) || null;
  return [browser ?? 'Browser', ...(system === undefined ? [] : [system])].join(' · ');
}

const browsers: readonly (readonly [string, RegExp])[] = [
  ['Edge', /\bEdg(A|iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /\b(Chrome|CriOS|HeadlessChrome)\//],
  ['Safari', /\bSafari\//],
];

const systems: readonly (readonly [string, RegExp])[] = [
  ['iPad', /\biPad\b/],
  ['iPhone', /\biPhone\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMac OS X\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Linux', /\bLinux\b/],
];
