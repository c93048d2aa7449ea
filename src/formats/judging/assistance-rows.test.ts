import { describe, expect, it } from 'vitest';
import { judgmentBy } from '../../../test/build-judgment.ts';
import { buildTask } from '../../../test/build-task.ts';
import type { Judgment } from '../../domain/judging/judgment.ts';
import { compileTask } from '../../truth/judging/faults.ts';
import { readArgilla } from '../exchange/argilla.ts';
import { readDoccano } from '../exchange/doccano.ts';
import { readLabelStudio } from '../exchange/label-studio.ts';
import { readPotato } from '../exchange/potato.ts';
import { readProdigy } from '../exchange/prodigy/prodigy.ts';
import type { ToolExport } from '../exchange/tool-export.ts';
import { toolJudgments } from '../exchange/tool-judgments.ts';
import {
  writeArgilla,
  writeDoccano,
  writeLabelStudio,
  writePotato,
  writeProdigy,
} from '../exchange/tool-writers.ts';
import { readTable } from '../table-text.ts';
import { flatLine } from './flat-judgment.ts';
import { judgmentCells, judgmentCsvLine, judgmentHeader } from './judgment-csv.ts';
import { judgmentIntake } from './judgment-intake.ts';
import { judgmentRowReader } from './judgment-row.ts';
import { judgmentLine } from './whole-judgment.ts';

const task = buildTask({
  questions: { kind: { scale: { nominal: ['repair', 'praise'] } } },
  unit: { id: ['id'], show: ['text'] },
});
const compiled = compileTask(task);
const context = { guideline: null, guidelineRequired: false, units: null };
const assistance = { by: 'mini#1', suggested: { kind: 'repair' }, shown: true };
const judgment: Judgment = {
  ...judgmentBy('anna', { kind: 'praise' }, { unit: 'u1' }),
  at: '2026-03-02T08:00:00Z',
  asides: { assistance },
};
const judged = [
  {
    unit: { id: 'u1', task: task.id, subject: null, fields: { id: 'u1', text: 't' } },
    judgments: [judgment],
  },
];

const taken = (row: Readonly<Record<string, unknown>>): unknown => {
  const found = judgmentIntake(compiled, context, 'reject')({ row, line: 1, index: 0 });
  return found.kind === 'judgment' ? found.judgment.asides.assistance : found;
};
const fromTool = (exported: ToolExport): unknown =>
  taken(toolJudgments(task, exported, { fields: { kind: 'kind' } }).rows[0]!.row);

describe('that a suggestion was shown', () => {
  it('stays with a judgment through JSONL, flat rows and CSV', () => {
    expect(taken(JSON.parse(judgmentLine(judgment)) as object as never)).toEqual(assistance);
    expect(taken(JSON.parse(flatLine(task, judgment)) as never)).toEqual(assistance);
    const table = readTable(judgmentHeader(task) + judgmentCsvLine(task, judgment));
    const cells = judgmentCells(task, table.columns);
    expect(taken(cells(table.rows[0]!.fields).row)).toEqual(assistance);
  });

  it('and why the unit got a further annotator', () => {
    const asked: Judgment = { ...judgment, asides: { further: 'disagreement' } };
    const further = (row: unknown): unknown => {
      const found = judgmentIntake(
        compiled,
        context,
        'reject',
      )({ row: row as Readonly<Record<string, unknown>>, line: 1, index: 0 });
      return found.kind === 'judgment' ? found.judgment.asides : found;
    };
    expect(further(JSON.parse(judgmentLine(asked)))).toEqual(asked.asides);
    expect(further(JSON.parse(flatLine(task, asked)))).toEqual(asked.asides);
    const table = readTable(judgmentHeader(task) + judgmentCsvLine(task, asked));
    const cells = judgmentCells(task, table.columns);
    expect(further(cells(table.rows[0]!.fields).row)).toEqual(asked.asides);
    const units = [{ ...judged[0]!, judgments: [asked] }];
    const exported = readLabelStudio(writeLabelStudio(task, units));
    const { rows } = toolJudgments(task, exported, { fields: { kind: 'kind' } });
    expect(further(rows[0]!.row)).toMatchObject(asked.asides);
    const read = judgmentRowReader(compiled, context);
    const row = { id: 'u1', kind: 'repair', annotator_id: 'anna' };
    expect(read({ ...row, further: 'flag' }).apart).toBe('further');
    expect(read({ ...row, further: 'share' }).apart).toBeNull();
    expect(read({ ...row, further: 'third' }).faults).toMatchObject([{ field: 'further' }]);
  });

  it('stays with it through the files of every tool', () => {
    expect(fromTool(readLabelStudio(writeLabelStudio(task, judged)))).toEqual(assistance);
    expect(fromTool(readArgilla(writeArgilla(task, judged)))).toEqual(assistance);
    expect(fromTool(readPotato(writePotato(task, judged), 'jsonl'))).toEqual(assistance);
    expect(fromTool(readProdigy(writeProdigy(task, judged)))).toEqual(assistance);
    const [doccano] = [...writeDoccano(task, judged).values()];
    const own = toolJudgments(task, readDoccano(doccano!), {
      annotator: 'anna',
      fields: { label: 'kind' },
    });
    expect(taken(own.rows[0]!.row)).toEqual(assistance);
  });

  it('is refused where it is not said in full, and is never lost in a quick reading', () => {
    const read = judgmentRowReader(compiled, context);
    const row = { id: 'u1', kind: 'repair', annotator_id: 'anna' };
    expect(read({ ...row, assistance }).apart).toBe('assisted');
    expect(read({ ...row, assistance: { ...assistance, shown: false } }).apart).toBeNull();
    for (const wrong of [true, { by: 'x' }, { ...assistance, more: 1 }, { ...assistance, by: '' }])
      expect(read({ ...row, assistance: wrong }).faults).toMatchObject([{ field: 'assistance' }]);
  });
});
