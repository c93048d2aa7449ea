import fc from 'fast-check';
import { errorCatalogue } from '../src/domain/errors.ts';
import { InputError } from '../src/domain/fault.ts';
import type { Fault } from '../src/domain/fault.ts';
import { mutatedBytes, mutatedText } from './mutations.ts';
import { fuzzTargets } from './fuzz-targets.ts';
import type { FuzzTarget } from './fuzz-targets.ts';

/** What came of the cases of one format. */
export interface FuzzResult {
  readonly format: string;
  readonly cases: number;
  /**
   * Cases that were read without a fault, cases with faults, and cases that were refused as a
   * whole.
   */
  readonly read: number;
  readonly faulty: number;
  readonly refused: number;
}

/** A case that did what no input may do, with what is needed to see it again. */
export class FuzzFailure extends Error {
  constructor(format: string, details: string) {
    super(`${format}: ${details}`);
    this.name = 'FuzzFailure';
  }
}

/**
 * Puts `count` damaged files, spread evenly over all formats, through the readers and everything
 * after them up to the judgments. A case passes when it is read, gives faults, or is refused by an
 * InputError. Any other error fails it, and so does a change of a built-in prototype. The same seed
 * gives the same cases.
 */
export async function fuzz(
  count: number,
  seed: number,
  only?: string,
): Promise<readonly FuzzResult[]> {
  const targets = fuzzTargets.filter((target) => only === undefined || target.format === only);
  const results: FuzzResult[] = [];
  for (const [at, target] of targets.entries()) {
    const share = Math.floor(count / targets.length) + Number(at < count % targets.length);
    if (share > 0) results.push(await fuzzFormat(target, share, seed));
  }
  return results;
}

async function fuzzFormat(target: FuzzTarget, cases: number, seed: number): Promise<FuzzResult> {
  const tally = { read: 0, faulty: 0, refused: 0 };
  const input: fc.Arbitrary<string | Uint8Array> =
    target.bytes === undefined ? mutatedText(target.samples) : mutatedBytes(target.bytes);
  const outcome = await fc.check(
    fc.asyncProperty(input, async (given) => {
      const faults = await attempt(target, given);
      if (faults === null) tally.refused += 1;
      else if (faults.length > 0) tally.faulty += 1;
      else tally.read += 1;
      checkFaults(faults ?? []);
      checkPrototypes();
    }),
    { seed, numRuns: cases, endOnFailure: true },
  );
  if (outcome.failed)
    throw new FuzzFailure(
      target.format,
      `seed ${seed}, path ${outcome.counterexamplePath}: ` +
        `${outcome.errorInstance instanceof Error ? outcome.errorInstance.stack : String(outcome.errorInstance)}\n` +
        `input: ${shown(outcome.counterexample?.[0])}`,
    );
  return { format: target.format, cases, ...tally };
}

/** The faults of a case, or null when it was refused as a whole. */
async function attempt(
  target: FuzzTarget,
  given: string | Uint8Array,
): Promise<readonly Fault[] | null> {
  try {
    return await target.run(given);
  } catch (error) {
    if (error instanceof InputError) {
      checkFaults(error.faults);
      return null;
    }
    throw error;
  }
}

/** A fault says something, and says it in a code of the catalogue. */
function checkFaults(faults: readonly Fault[]): void {
  for (const { code, message } of faults)
    if (message.trim() === '' || !Object.hasOwn(errorCatalogue, code))
      throw new Error(`a fault that says nothing: ${code}`);
}

function checkPrototypes(): void {
  for (const prototype of [
    Object.prototype,
    Array.prototype,
    Function.prototype,
    String.prototype,
  ]) {
    if (Object.keys(prototype).length > 0)
      throw new Error(`a prototype has got ${Object.keys(prototype).join(', ')}`);
  }
}

function shown(input: unknown): string {
  const text =
    input instanceof Uint8Array ? Buffer.from(input).toString('base64') : JSON.stringify(input);
  return text !== undefined && text.length > 2000 ? `${text.slice(0, 2000)}…` : String(text);
}
