import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../../test/run-assay.ts';
import { describeStores } from '../../../test/stores.ts';
import {
  makeProject,
  makeWorld,
  project,
  protocolContent,
  truthOf,
} from '../../../test/work-world.ts';
import { importFile } from '../exchange/import-file.ts';
import { listImports } from '../exchange/list-imports.ts';
import { openRound } from '../rounds/open-round.ts';
import { runResult } from '../rounds/run-result.ts';
import { makeRuling } from '../rulings/make-ruling.ts';
import { showUnit } from '../units/show-unit.ts';
import { nextUnits } from './next-unit.ts';
import { saveDraft } from './save-draft.ts';
import { saveJudgment } from './save-judgment.ts';

const rounds = '  full: { units: all, annotators: 1 }';
const why = 'why: { scale: text, required: false }';

describeStores('work in a round', (databases) => {
  it('hides judgments, rulings and truth from an overseer who takes part in it', async () => {
    const world = await makeWorld(await databases.open());
    await makeProject(world, protocolContent({ rounds }), 2);
    const ada = await world.person('ada', 'adjudicator');
    const rex = await world.person('rex');
    const ruling = { project, task: 'topics', unit: 'u1', reason: 'It says so.' };
    await makeRuling(ada, { ...ruling, answers: truthOf('u1'), seen: null, idempotencyKey: 'one' });
    await openRound(world.lead, { project, round: 'full', seed: 1, annotators: ['rex'] });
    const reviewer = { ...rex, actor: { ...rex.actor, roleIn: () => 'reviewer' as const } };
    const place = { project, task: 'topics', unit: 'u1' };
    expect(await showUnit(reviewer, place)).toMatchObject({
      truth: null,
      judgments: null,
      rulings: null,
    });
    expect(await showUnit(world.lead, place)).toMatchObject({
      truth: { state: 'ruled' },
      rulings: [{ by: 'ada', reason: 'It says so.' }],
    });
  });

  it('takes a draft of 200,000 characters, and none longer', async () => {
    const world = await makeWorld(await databases.open());
    await makeProject(world, protocolContent({ rounds, question: why }), 1);
    const anna = await world.person('anna');
    const { run } = await openRound(world.lead, { project, round: 'full', seed: 1 });
    await nextUnits(anna, { run: run.id });
    // {"why":"…"} has ten characters around the text.
    const draft = (length: number, revision: number) =>
      saveDraft(anna, {
        run: run.id,
        unit: 'u1',
        answers: { why: 'x'.repeat(length - 10) },
        revision,
      });
    expect(await draft(200_000, 1)).toMatchObject({ revision: 1 });
    await expect(draft(200_001, 2)).rejects.toMatchObject({
      faults: [{ code: 'wrong-value', field: 'answers' }],
    });
  });

  it('has no speed where no judgment has a time', async () => {
    const world = await makeWorld(await databases.open());
    await makeProject(world, protocolContent({ rounds }), 2);
    const anna = await world.person('anna');
    const { run } = await openRound(world.lead, { project, round: 'full', seed: 1 });
    const save = async (seconds: number | null): Promise<void> => {
      const unit = (await nextUnits(anna, { run: run.id })).units[0]!.unit;
      const answers = truthOf(unit);
      const given = { run: run.id, unit, answers, idempotencyKey: unit };
      await saveJudgment(anna, { ...given, ...(seconds === null ? {} : { seconds }) });
    };
    await save(null);
    expect((await runResult(anna, { run: run.id })).perHour).toMatchObject({
      value: null,
      why: { code: 'no-times' },
    });
    await save(30);
    // One unit in 30 seconds is 120 an hour.
    expect((await runResult(anna, { run: run.id })).perHour).toMatchObject({ value: 120 });
  });

  it('lists imports with the latest first', async () => {
    const world = await makeWorld(await databases.open());
    await makeProject(world, protocolContent({ rounds }), 0);
    for (const id of ['first', 'second']) {
      const path = join(temporaryFolder(), 'units.jsonl');
      const unit = { id, document: 'd', text: id, previous: '', source: '', page: 1 };
      writeFileSync(path, `${JSON.stringify(unit)}\n`);
      await importFile(world.lead, { project, kind: 'units', path, name: `${id}.jsonl` });
      world.pass(1);
    }
    const imports = await listImports(world.lead, project);
    expect(imports.map((one) => one.name)).toEqual(['second.jsonl', 'first.jsonl']);
  });
});
