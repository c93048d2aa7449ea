import { describe, expect, it } from 'vitest';
import { runAssay, temporaryFolder } from './run-assay.ts';

/**
 * Three annotators are always right, two always say x, and f always says the opposite. Where two
 * who always say x outvote somebody who is right, and where only f votes, the votes are wrong.
 */
const rows = Array.from({ length: 20 }, (_, at) => {
  const [right, wrong] = at % 2 === 0 ? ['x', 'y'] : ['y', 'x'];
  const said = { a: right, b: right, g: right, c: 'x', d: 'x', f: wrong };
  return Object.entries(said).map(([annotator, answer]) => `u${at},${annotator},${answer}`);
}).flat();
const votes = ['unit,annotator,answer', ...rows, 'most,a,y', 'most,c,x', 'most,d,x', 'all,f,x'];

describe('a model that decides against the votes', () => {
  const folder = () => temporaryFolder({ 'votes.csv': `${votes.join('\n')}\n` });
  const command = (method: string) => ['aggregate', 'votes.csv', '--method', method];

  it('says where, and how often', async () => {
    const { out } = await runAssay([...command('dawid-skene'), '--json'], folder());
    const json = JSON.parse(out) as {
      readonly overruled: object;
      readonly units: readonly { readonly unit: string; readonly overrules?: string }[];
    };
    expect(json.overruled).toEqual({ unanimous: 1, majority: 1 });
    expect(json.units.filter((one) => one.overrules !== undefined)).toMatchObject([
      { unit: 'most', votes: { x: 2, y: 1 }, answer: 'y', overrules: 'majority' },
      { unit: 'all', votes: { x: 1 }, answer: 'y', overrules: 'unanimous' },
    ]);
    const table = await runAssay([...command('dawid-skene'), '--all'], folder());
    expect(table.out.replaceAll(/\s+/g, ' ')).toContain(
      'dawid-skene decided against the majority of votes on 1 unit and against a unanimous vote ' +
        'on 1 unit; these are marked with !.',
    );
    expect(table.out).toMatch(/most +y ! +1\.000 +x 2, y 1/);
  });

  it('by MACE as well', async () => {
    // Who only guesses is not believed; that somebody lies is not part of the model.
    const { out } = await runAssay([...command('mace'), '--json'], folder());
    expect(JSON.parse(out)).toMatchObject({ overruled: { majority: 1 } });
  });

  it('and the votes alone overrule nothing', async () => {
    const { out } = await runAssay([...command('majority'), '--json'], folder());
    expect(JSON.parse(out)).toMatchObject({ overruled: null });
  });
});
