import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { InputError } from '../src/domain/fault.ts';
import { createProject } from '../src/operations/protocol/create-project.ts';
import { newProtocolVersion } from '../src/operations/protocol/new-protocol-version.ts';
import { nextUnits } from '../src/operations/judging/next-unit.ts';
import { openRound } from '../src/operations/rounds/open-round.ts';
import { protocolFolder } from '../src/operations/protocol/protocol-folder.ts';
import { readUnits } from '../src/operations/units/read-units.ts';
import { loadProtocol } from '../src/operations/protocol/load-protocol.ts';
import {
  compareProtocols,
  listProjects,
  listProtocolVersions,
  showGuideline,
  showProject,
  showProtocol,
} from '../src/operations/protocol/show-project.ts';
import { insertUnits } from '../src/store/units/units.ts';
import { describeStores } from './stores.ts';
import { makeProject, makeWorld, project, protocolContent, trainingKey } from './work-world.ts';

const rounds = '  training: { units: 4, key: key.jsonl }\n  full: { units: all, annotators: 2 }';
const faultsOf = async (work: Promise<unknown>): Promise<readonly string[]> => {
  const failure: unknown = await work.then(
    () => null,
    (error: unknown) => error,
  );
  return failure instanceof InputError
    ? failure.faults.map(
        (one) => `${one.code} ${one.file ?? ''}${one.line === undefined ? '' : `:${one.line}`}`,
      )
    : [String(failure)];
};

describeStores('projects', (databases) => {
  it('are made of a protocol with everything it names, once', async () => {
    const world = await makeWorld(await databases.open());
    const content = protocolContent({ rounds, key: trainingKey(4) });
    const made = await createProject(world.lead, {
      ...content,
      files: { ...content.files, 'notes.txt': 'not part of it' },
    });
    expect(made).toMatchObject({ project, title: 'Labels', version: 1, fresh: true });
    expect(await createProject(world.lead, content)).toEqual({ ...made, fresh: false });
    await expect(
      createProject(world.lead, protocolContent({ rounds, key: trainingKey(4), title: 'Other' })),
    ).rejects.toThrow('The project labels already');
    expect(Object.keys((await showProtocol(world.lead, { project })).content.files!)).toEqual([
      'key.jsonl',
      'rules.yaml',
    ]);
  });

  it('are refused with all faults of all their files', async () => {
    const world = await makeWorld(await databases.open());
    const content = protocolContent({
      rounds,
      key: [{ id: 'u1', labels: ['Z'], annotator_id: 'key' }, ...trainingKey(1), ...trainingKey(1)],
    });
    expect(
      await faultsOf(
        createProject(world.lead, {
          ...content,
          files: { ...content.files, 'rules.yaml': 'labels: {}\n' },
          guideline: `${content.guideline}\n## A – again\n`,
        }),
      ),
    ).toEqual([
      'wrong-value guideline.md:21',
      'wrong-value key.jsonl:1',
      'duplicate-judgment key.jsonl:3',
      'wrong-value rules.yaml:1',
    ]);
    expect(await faultsOf(createProject(world.lead, { ...content, files: {} }))).toEqual([
      'file-not-found protocol.yaml',
      'file-not-found protocol.yaml',
    ]);
    expect(await listProjects(world.lead)).toEqual([]);
  });

  it('exist for their members alone', async () => {
    const world = await makeWorld(await databases.open());
    await makeProject(world, protocolContent({ rounds, key: trainingKey(4) }), 4);
    const anna = await world.person('anna');
    const stranger = await world.person('sven', 'annotator', 'elsewhere');
    expect((await listProjects(anna)).map((one) => [one.project, one.role])).toEqual([
      [project, 'annotator'],
    ]);
    expect(await listProjects(stranger)).toEqual([]);
    for (const work of [
      showProject(stranger, { project }),
      showGuideline(stranger, { project }),
      showProtocol(stranger, { project }),
      newProtocolVersion(stranger, { project, content: protocolContent({ rounds }) }),
    ])
      expect(await faultsOf(work)).toEqual(['not-found ']);
    expect((await showProtocol(anna, { project })).content.files).toBeNull();
    expect((await showProject(anna, { project })).tasks[0]!.unit.hidden).toEqual([]);
    expect((await showProject(world.lead, { project })).tasks[0]!.unit.hidden).toEqual(['score']);
  });

  it('get new versions, each kept, and say what changed', async () => {
    const world = await makeWorld(await databases.open());
    const sketch = { rounds, key: trainingKey(4) };
    await makeProject(world, protocolContent(sketch), 4);
    expect(
      await faultsOf(
        newProtocolVersion(world.lead, {
          project,
          content: protocolContent({ ...sketch, definition: 'New.' }),
        }),
      ),
    ).toEqual(['wrong-value ']);
    const added = await newProtocolVersion(world.lead, {
      project,
      content: protocolContent({ ...sketch, definition: 'New.', guideline: '1.1' }),
    });
    expect(added).toMatchObject({
      version: 2,
      fresh: true,
      changes: { guideline: { before: '1.0', after: '1.1' }, cards: [{ question: 'A' }] },
      stale: [],
    });
    expect(
      (
        await newProtocolVersion(world.lead, {
          project,
          content: protocolContent({ ...sketch, definition: 'New.', guideline: '1.1' }),
        })
      ).fresh,
    ).toBe(false);
    expect(
      (await listProtocolVersions(world.lead, { project })).map((one) => [
        one.version,
        one.guidelineVersion,
      ]),
    ).toEqual([
      [1, '1.0'],
      [2, '1.1'],
    ]);
    // Judgments under 1.0 were given under its first text; going back to that is no harm.
    await expect(
      newProtocolVersion(world.lead, {
        project,
        content: protocolContent({ ...sketch, definition: 'Newer.', guideline: '1.0' }),
      }),
    ).rejects.toThrow(
      'guideline.version is 1.0, expected a new version, because 1.0 is a different text ' +
        'in version 1 of the protocol',
    );
    expect((await showGuideline(world.lead, { project })).cards[0]!.definition).toBe('New.');
    expect(
      (await showGuideline(world.lead, { project, version: 1 })).cards[0]!.definition,
    ).toContain('A is the first letter.');
    expect(
      (await compareProtocols(world.lead, { project, from: 1 })).cards.map((one) => one.question),
    ).toEqual(['A']);
    expect(await faultsOf(showGuideline(world.lead, { project, version: 9 }))).toEqual([
      'not-found ',
    ]);
    expect(
      await newProtocolVersion(world.lead, {
        project,
        content: protocolContent({ ...sketch, title: 'Labels, as before' }),
      }),
    ).toMatchObject({ version: 3, changes: { guideline: { before: '1.1', after: '1.0' } } });
    // Whoever wrote on the text of version 2 would undo version 3.
    await expect(
      newProtocolVersion(world.lead, {
        project,
        content: protocolContent({ ...sketch, title: 'Labels, mine' }),
        after: 2,
      }),
    ).rejects.toThrow('Someone else added version 3 in the meantime. Compare with it first.');
    expect(
      await newProtocolVersion(world.lead, {
        project,
        content: protocolContent({ ...sketch, title: 'Labels, mine' }),
        after: 3,
      }),
    ).toMatchObject({ version: 4, fresh: true });
    const renamed = protocolContent({ ...sketch, guideline: '1.2' });
    expect(
      await faultsOf(
        newProtocolVersion(world.lead, {
          project,
          content: { ...renamed, source: renamed.source.replace('name: labels', 'name: others') },
        }),
      ),
    ).toEqual(['wrong-value ']);
  });
});

describeStores('the examples', (databases) => {
  it.each([
    ['regulatory-topics', 'topics', 'training', ['expert_a', 'expert_b', 'expert_c'], 15],
    ['trial-relevance', 'relevance', 'pilot', ['annotator_a', 'annotator_b'], 30],
    ['rag-tasks', 'retrieval', 'retrieval', ['mara', 'jonas'], null],
    ['policy-ground-truth', 'allergy', 'extraction', null, null],
  ] as const)(
    '%s can be made a project of, and its first round opened',
    async (name, task, round, people, size) => {
      const world = await makeWorld(await databases.open());
      const folder = fileURLToPath(new URL(`../examples/${name}`, import.meta.url));
      const { protocol } = loadProtocol(folder);
      await createProject(world.lead, protocolFolder(folder));
      const definition = protocol.tasks.find((one) => one.id === task)!;
      const units = readUnits([`${folder}/${protocol.units[task]}`], definition);
      const subject = definition.unit.subject;
      const list = [...units].map(([id, fields]) => ({
        id,
        subject: subject === null ? null : String(fields[subject]),
        fields,
      }));
      await world.store.write((tx) =>
        insertUnits(tx, { project: name, task }, list, '2026-01-01T00:00:00.000Z'),
      );
      const opened = await openRound(world.lead, { project: name, round, seed: 1 });
      expect(opened.units).toBe(size ?? units.size);
      if (people === null) expect(opened.annotators).toHaveLength(9);
      else {
        expect(opened.annotators).toEqual([...people]);
        const who = await world.person(people[0], 'annotator', name);
        const [shown] = (await nextUnits(who, { run: opened.run.id })).units;
        const { show, folded, context, place, rank } = definition.unit;
        expect(
          Object.keys(shown!.fields).every((field) =>
            [...show, ...folded, ...context, ...place, rank].includes(field),
          ),
        ).toBe(true);
        expect(Object.keys(shown!.fields).length).toBeGreaterThan(0);
      }
    },
  );
});

describe('a protocol folder', () => {
  it('gives everything that the protocol names, except its units', () => {
    const content = protocolFolder(
      fileURLToPath(new URL('../examples/regulatory-topics', import.meta.url)),
    );
    expect(Object.keys(content.files)).toEqual(['judgments/training-key.jsonl', 'weak-rules.yaml']);
    expect(content.source).toContain('name: regulatory-topics');
  });
});
