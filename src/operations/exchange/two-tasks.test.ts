import { describe, expect, it } from 'vitest';
import { exported } from '../../../test/exported-files.ts';
import { imported, judgment, judgments } from '../../../test/imported-files.ts';
import { lastingWorld } from '../../../test/lasting-world.ts';
import { refusal } from '../../../test/refusals.ts';
import { jsonLines } from '../../../test/run-assay.ts';
import { makeProject, project, protocolContent } from '../../../test/work-world.ts';
import { buildTask } from '../../../test/build-task.ts';
import { openRound } from '../rounds/open-round.ts';
import { readTool } from './import-rows.ts';

const tone =
  '  tone:\n    unit: { id: id, show: text }\n    questions:\n      kind: {}\n' +
  '      mood: { scale: { nominal: [good, bad] } }\npanel:';

/** A project with the task of labels, and with a second one. */
const twoTasks = lastingWorld(async (world) => {
  const rounds = '  full: { task: topics, units: all, annotators: 1 }';
  const content = protocolContent({ rounds });
  await makeProject(world, { ...content, source: content.source.replace('panel:', tone) }, 3);
  await world.person('anna');
  const annotators = ['anna'];
  await openRound(world.lead, { project, round: 'full', seed: 1, annotators });
  return {};
});
const topics = { kind: 'judgments', task: 'topics' } as const;

describe('a project with two tasks', () => {
  it('takes no judgments of one task for a round of the other', async () => {
    const { world } = twoTasks();
    const text = jsonLines([
      {
        unit: 'u1',
        task: 'tone',
        annotator: 'anna',
        guideline: '1.0',
        answers: { kind: true, mood: 'good' },
      },
    ]);
    const given = { kind: 'judgments', task: 'tone', round: 'full' } as const;
    expect(await refusal(imported(world, text, given))).toEqual([
      ['wrong-value', { field: 'task', got: 'tone', expected: 'topics' }],
    ]);
    expect(await judgments(world)).toEqual([]);
  });

  it('takes no records of tasks that it does not have', async () => {
    const { world } = twoTasks();
    const chunks = [{ chunk_id: 'c1', doc_id: 'd', chunk_rank: 1, text: 'Some text.' }];
    const record = { query: 'Where?', answer: 'There.', context_set: 'x', chunks };
    const given = { kind: 'units', format: 'rag-records-json', name: 'records.json' } as const;
    const records = JSON.stringify([record]);
    const expected = ['topics', 'tone'];
    expect(await refusal(imported(world, records, given))).toEqual([
      ['unknown-task', { got: 'retrieval', expected }],
    ]);
    expect(await refusal(imported(world, records, { ...given, task: 'grounding' }))).toEqual([
      ['unknown-task', { got: 'grounding', expected }],
    ]);
  });

  it('takes the guideline of a mapping for rows that name none', async () => {
    const { world } = twoTasks();
    const rows = [
      { unit: 'u1', task: 'topics', annotator: 'anna', answers: { A: 1, B: 0, C: 0 } },
      judgment('u2', 'anna', ['B'], { guideline_version: undefined }),
      judgment('u3', 'anna', ['C']),
    ];
    for (const row of rows)
      await imported(world, jsonLines([row]), {
        ...topics,
        guideline: 'any',
        mapping: { guideline: '0.9' },
      });
    expect((await judgments(world)).map(({ unit, guideline }) => [unit, guideline])).toEqual([
      ['u1', '0.9'],
      ['u2', '0.9'],
      ['u3', '1.0'],
    ]);
  });

  it('exports labels as gold, and no question with other answers', async () => {
    const { world } = twoTasks();
    const labels = { kind: 'truth', task: 'tone', format: 'gold-labels' } as const;
    const { text } = await exported(world.lead, labels);
    expect(text).toContain('kind');
    expect(text).not.toContain('mood');
  });
});

describe('a table of Label Studio', () => {
  const task = buildTask({ questions: { A: {}, B: {} } });
  const text =
    'id,annotation_id,annotator,A,topics,notes,_data_text\n7,1,anna,true,B,Unsure,Some text\n';
  const read = (fields?: Readonly<Record<string, string>>) => {
    const mapping = fields === undefined ? {} : { fields };
    const { records, faults } = readTool(text, 'label-studio-csv', task, mapping as never);
    expect(faults).toEqual([]);
    const [{ fields: data, annotations }] = records as unknown as [
      { fields: object; annotations: readonly { answers: ReadonlyMap<string, unknown> }[] },
    ];
    return { data, answers: [...annotations[0]!.answers.keys()] };
  };

  it('has answers in the columns of questions, of notes and of the mapping; the rest is data', () => {
    expect(read()).toEqual({ data: { topics: 'B', text: 'Some text' }, answers: ['A', 'notes'] });
    expect(read({ topics: '*' })).toEqual({
      data: { text: 'Some text' },
      answers: ['A', 'topics', 'notes'],
    });
  });
});
