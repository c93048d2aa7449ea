/** What a refusal looks like, with the whole of what it says. */
export function refusal(code: string, rest: object = {}) {
  return { faults: [{ code, ...rest }] };
}
