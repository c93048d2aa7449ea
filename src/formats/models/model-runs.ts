/** A number per model, or why the text cannot be parsed. */
export type ModelNumbers =
  | { readonly ok: true; readonly numbers: ReadonlyMap<string, number> }
  | { readonly ok: false; readonly reason: string };

/**
 * Reads how many runs each model has: at least one, no model twice.
 * @example modelRuns('gpt-5.1:1,gpt-5-mini:3').numbers.get('gpt-5-mini') // 3
 */
export function modelRuns(text: string): ModelNumbers {
  return modelNumbers(text, /^[1-9]\d{0,5}$/, 'a whole number of runs of at least 1');
}

/**
 * Reads the weight of each model's vote; weight 0 is recorded and never counted.
 * @example modelWeights('gpt-5.1:3,gpt-5-nano:0.5').numbers.get('gpt-5-nano') // 0.5
 */
export function modelWeights(text: string): ModelNumbers {
  return modelNumbers(text, /^\d+(\.\d+)?$/, 'a weight of at least 0');
}

function modelNumbers(text: string, pattern: RegExp, expected: string): ModelNumbers {
  const numbers = new Map<string, number>();
  for (const part of text.split(',').map((entry) => entry.trim())) {
    const colon = part.lastIndexOf(':');
    const model = part.slice(0, colon).trim();
    const number = part.slice(colon + 1).trim();
    if (colon < 1 || model === '')
      return {
        ok: false,
        reason: `"${part}" is no entry, expected model:number, such as gpt-5-mini:3`,
      };
    if (!pattern.test(number))
      return { ok: false, reason: `${model} has "${number}", expected ${expected}` };
    if (numbers.has(model))
      return { ok: false, reason: `${model} appears twice, expected each model once` };
    numbers.set(model, Number(number));
  }
  return { ok: true, numbers };
}
