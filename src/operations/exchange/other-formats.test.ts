import { describe, expect, it } from 'vitest';
import { buildTask } from '../../../test/build-task.ts';
import { otherFormat } from './other-formats.ts';

const task = buildTask({ questions: { relevant: {} }, unit: { id: ['id'], show: ['text'] } });

describe('a table', () => {
  it('holds judgments where it has answers and nothing of what units show, else units', () => {
    const kindOf = (header: string): string | undefined =>
      otherFormat(`${header}\n1,2,3\n`, [task])?.kind;
    expect(kindOf('id,annotator,relevant')).toBe('judgments');
    expect(kindOf('id,text,relevant')).toBe('units');
    expect(kindOf('id,text,source')).toBe('units');
  });
});
