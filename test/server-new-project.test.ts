import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { bodyOf, errorCode, temporaryServer } from './server-harness.ts';
import type { Person } from './server-harness.ts';
import { guidelineText, protocolText } from './server-project.ts';

const units = '{"id":"new-1","document":"doc","text":"New.","answer":"-","page":1}\n';

/** Sends a protocol and a file of units, as the page for a new project does. */
function create(who: Person, name: string, file: string) {
  const head = JSON.stringify({ protocol: protocolText(name), guideline: guidelineText });
  const octets = { 'content-type': 'application/octet-stream' };
  return who.send('POST', '/api/new-project?name=units.jsonl', `${head}\n${file}`, octets);
}

it('a new project has its units, and the audit log says where they came from', async () => {
  const server = await temporaryServer();
  const wes = await server.person('wes', { '*': 'lead' });
  const made = bodyOf(await create(wes, 'fish', units), 201);
  expect(made).toMatchObject({ project: 'fish', fresh: true, units: 1 });
  const { items } = bodyOf<{ items: { action: string; actor: string; detail: object }[] }>(
    await wes.get('/api/projects/fish/audit?limit=20'),
  );
  expect(items.find(({ action }) => action === 'import-units')).toMatchObject({
    actor: 'wes',
    detail: { task: 'animals', name: 'units.jsonl', inserted: 1, unchanged: 0 },
  });
  const { items: imports } = bodyOf<{ items: { name: string; by: string }[] }>(
    await wes.get('/api/projects/fish/imports'),
  );
  expect(imports).toMatchObject([{ name: 'units.jsonl', by: 'wes' }]);
});

it('a project that exists is not added to, and a faulty file makes none', async () => {
  const server = await temporaryServer();
  const wes = await server.person('wes', { '*': 'lead' });
  const faulty = await create(wes, 'fish', `${units}{"document":"doc"}\n`);
  expect([faulty.statusCode >= 400, faulty.statusCode < 500]).toEqual([true, true]);
  expect(bodyOf<{ items: unknown[] }>(await wes.get('/api/projects')).items).toEqual([]);
  bodyOf(await create(wes, 'fish', units), 201);
  expect(errorCode(await create(wes, 'fish', units))).toBe('project-exists');
  const list = bodyOf<{ items: { action: string }[] }>(
    await wes.get('/api/projects/fish/audit?limit=20'),
  );
  expect(list.items.filter(({ action }) => action === 'import-units')).toHaveLength(1);
});

it('whoever asks while a long protocol is checked does not wait for it', async () => {
  const server = await temporaryServer();
  const wes = await server.person('wes', { '*': 'lead' });
  const names = Array.from({ length: 16 }, (_, at) => `q${at}`);
  const question = (at: number): string => names[at % 16]!;
  const constraints = Array.from({ length: 20 }, (_, at) => {
    const pairs = Array.from({ length: 400 }, (__, pair) => {
      return `(${question(pair + at)} or not ${question(7 * pair + at)})`;
    });
    return `      - ${pairs.join(' and ')}`;
  });
  const questions = `{ ${names.map((name) => `${name}: {}`).join(', ')} }`;
  const protocol = protocolText('fish').replace(
    /questions:\n[^]*?constraints: .*\n/,
    () => `questions: ${questions}\n    constraints:\n${constraints.join('\n')}\n`,
  );
  const checks: unknown[] = [];
  const check = wes
    .post('/api/new-project/check', { protocol, guideline: '# Fish\n' })
    .finally(() => checks.push('checked'));
  let answered = 0;
  for (; checks.length === 0; answered += 1) {
    bodyOf(await server.nobody.get('/healthz'));
    await nextTurn();
  }
  const { faults } = bodyOf<{ faults: { field: string }[] }>(await check);
  expect(faults.map((one) => one.field)).toEqual(['tasks.animals.constraints']);
  // Where it is checked in between, a few are answered before and after.
  expect(answered).toBeGreaterThan(10);
});
