import { describe, expect, it } from 'vitest';
import { buildTask } from '../../../../../test/build-task.ts';
import { decidedOf, saveRuling, readRuling, rulingName, withDecided } from './saved-ruling.ts';

const task = buildTask({
  questions: { relevant: {}, severity: { scale: { nominal: ['mild', 'severe'] } } },
});
const ruling = {
  decided: { relevant: true, severity: null },
  isExcluded: false,
  isEdgeCase: true,
  reason: 'It says so.',
  proposal: null,
};

describe('a ruling that is being made', () => {
  it('is kept for one person and one unit, until it is forgotten', () => {
    const storage = memory();
    const name = rulingName('sam', 'p', 't', 'u1');
    saveRuling(storage, name, ruling);
    expect(readRuling(storage, name)).toEqual(ruling);
    expect(readRuling(storage, rulingName('lena', 'p', 't', 'u1'))).toBeNull();
    expect(readRuling(storage, rulingName('sam', 'p', 't', 'u2'))).toBeNull();
    saveRuling(storage, name, null);
    expect(readRuling(storage, name)).toBeNull();
  });

  it('goes on in the page where the browser keeps nothing', () => {
    const refuse = (): never => {
      throw new Error('refused');
    };
    const storage = { getItem: refuse, setItem: refuse, removeItem: refuse };
    saveRuling(storage, 'name', ruling);
    expect(readRuling(storage, 'name')).toBeNull();
  });

  it('comes back over what the votes say now, but for answers that the task no longer has', () => {
    const decided = decidedOf({ relevant: true }, new Set(['relevant', 'severity']));
    expect(decided).toEqual({ relevant: true, severity: null });
    expect(withDecided(task, { relevant: false, severity: 'mild' }, decided)).toEqual({
      relevant: true,
    });
    expect(withDecided(task, { severity: 'mild' }, { severity: 'deadly', gone: true })).toEqual({
      severity: 'mild',
    });
  });
});

function memory() {
  const kept = new Map<string, string>();
  return {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, text: string) => void kept.set(name, text),
    removeItem: (name: string) => void kept.delete(name),
  };
}
