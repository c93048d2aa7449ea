import { expect, it } from 'vitest';
import { join } from 'node:path';
import { temporaryFolder } from '../../../test/run-assay.ts';
import { InputError } from '../../domain/fault.ts';
import { powerRows } from './prediction-rows.ts';

function powered(text: string, name = 'rows.csv') {
  return powerRows({ file: join(temporaryFolder({ [name]: text }), name), width: 0.1 });
}

function faultsOf(text: string, name?: string) {
  try {
    powered(text, name);
  } catch (error) {
    if (error instanceof InputError)
      return error.faults.map(({ code, values, line }) => [code, values['field'], line]);
  }
  return [];
}

const judged = 'yes,1\nno,0\ntrue,0.5\nFALSE,0\n1,1\n';

it('yes, no and numbers are values; what nobody judged helps, what has no model is skipped', () => {
  const { powered: mean, skipped, needed } = powered(`human,model\n${judged},1\n,0\n1,\n`);
  // 1, 0, 1, 0, 1 by hand.
  expect(mean.classical).toMatchObject({ value: 0.6, n: 5 });
  expect(skipped).toBe(1);
  expect(needed).not.toBeNull();
});

it('without a spread nobody knows how many judgments are needed', () => {
  expect(powered('human,model\n1,1\n').needed).toBeNull();
});

it('a JSONL row may leave out what nobody judged, but the model must be a column', () => {
  const lines = [{ model: 1, human: true }, { model: 0 }, { model: 0, human: 0 }];
  const text = lines.map((line) => JSON.stringify(line)).join('\n');
  expect(powered(text, 'rows.jsonl').powered.classical).toMatchObject({ value: 0.5, n: 2 });
  expect(faultsOf('{"human": 1}', 'rows.jsonl')).toEqual([['unknown-format', undefined, 1]]);
});

it('every cell that is neither is named with its line', () => {
  expect(faultsOf(`human,model\n${judged}maybe,1\n1,often\n`)).toEqual([
    ['wrong-value', 'human', 7],
    ['wrong-value', 'model', 8],
  ]);
});
