import { InputError } from '../src/domain/fault.ts';
import type { Fault } from '../src/domain/fault.ts';

/** Why something is refused at once: all faults; none when it is not. */
export function faultsIn(act: () => unknown): readonly Fault[] {
  try {
    act();
  } catch (error) {
    if (error instanceof InputError) return error.faults;
    throw error;
  }
  return [];
}

/** Why something is refused: all faults; none when it is not. */
export async function faultsOf(act: Promise<unknown>): Promise<readonly Fault[]> {
  try {
    await act;
  } catch (error) {
    if (error instanceof InputError) return error.faults;
    throw error;
  }
  return [];
}

/** The codes and values of what something is refused for. */
export async function refusal(
  act: Promise<unknown>,
): Promise<readonly (readonly [Fault['code'], Fault['values']])[]> {
  return (await faultsOf(act)).map(({ code, values }) => [code, values] as const);
}

/** What a refusal looks like, with the whole of what it says. */
export function refusedFor(code: string, rest: object = {}) {
  return { faults: [{ code, ...rest }] };
}
