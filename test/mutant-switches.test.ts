import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { expect, it, onTestFinished } from 'vitest';
import { findMutants } from '../scripts/mutation/find-mutants.ts';
import { MutantSwitches } from '../scripts/mutation/mutant-switches.ts';
import { temporaryFolder } from './run-assay.ts';

it('a mutant that is on is on in the threads and processes that a test starts', async () => {
  const source = `const isAdult = (age: number): boolean => age >= 18;
(await import('node:fs')).appendFileSync(process.argv[2]!, String(isAdult(18)) + ' ');\n`;
  const folder = temporaryFolder({ 'age.ts': source });
  const [file, out] = [join(folder, 'age.ts'), join(folder, 'out')];
  const boundary = findMutants('age.ts', source).find(({ mutation }) => mutation === 'boundary');
  const mutants = [{ ...boundary, id: 0, file }];
  useSwitches(folder, {
    mutants,
    tests: [],
    journal: '',
    known: 0,
    longest: 0,
    database: 'sqlite',
  });
  const switches = new MutantSwitches(1, join(folder, 'asked'));

  for (const on of [-1, 0]) {
    switches.turnOn(on);
    expect(spawnSync(process.execPath, [file, out], { encoding: 'utf8' }).stderr).toBe('');
    expect([...switches.takeAsked()]).toEqual([0]);
    const thread = new Worker(file, { argv: [out], execArgv: [] });
    await new Promise((resolve, reject) => thread.once('exit', resolve).once('error', reject));
    expect([...switches.takeAsked()]).toEqual([0]);
    expect([...switches.takeAsked()]).toEqual([]);
  }
  expect(readFileSync(out, 'utf8')).toBe('true true false false ');
});

/** Writes a plan, and forgets afterwards what the switches leave in this process. */
function useSwitches(folder: string, plan: unknown): void {
  const path = join(folder, 'plan.json');
  writeFileSync(path, JSON.stringify(plan));
  const names = ['NODE_OPTIONS', 'ASSAY_MUTATION_PLAN', 'ASSAY_MUTANT', 'ASSAY_MUTANTS_ASKED'];
  const before = names.map((name) => [name, process.env[name]] as const);
  process.env['ASSAY_MUTATION_PLAN'] = path;
  onTestFinished(() => {
    for (const [name, value] of before)
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    Reflect.deleteProperty(globalThis, '__mutant');
  });
}
