import { describe, expect, it } from 'vitest';
import { changedFiles, protocolDraftStore } from './protocol-draft.ts';

function textStorage() {
  const kept = new Map<string, string>();
  return {
    kept,
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, text: string) => void kept.set(name, text),
    removeItem: (name: string) => void kept.delete(name),
  };
}

const draft = { after: 2, at: '2026-11-17T10:00:00Z', source: 'a', guideline: 'b', files: {} };

describe('the draft of a protocol', () => {
  it('is kept per person and project until it is dropped', () => {
    const place = textStorage();
    expect(protocolDraftStore('ada', 'p', place).write(draft)).toBe(true);
    expect(protocolDraftStore('ada', 'p', place).read()).toEqual(draft);
    expect(protocolDraftStore('ben', 'p', place).read()).toBeNull();
    expect(protocolDraftStore('ada', 'q', place).read()).toBeNull();
    protocolDraftStore('ada', 'p', place).drop();
    expect(protocolDraftStore('ada', 'p', place).read()).toBeNull();
  });

  it('is said not to be kept where there is no room, and is none where it cannot be read', () => {
    const place = textStorage();
    const full = {
      ...place,
      setItem: () => {
        throw new Error('QuotaExceededError');
      },
    };
    expect(protocolDraftStore('ada', 'p', full).write(draft)).toBe(false);
    place.setItem('assay-protocol-draft ada p', '{"source": 1');
    expect(protocolDraftStore('ada', 'p', place).read()).toBeNull();
    place.setItem('assay-protocol-draft ada p', '{"source": 1}');
    expect(protocolDraftStore('ada', 'p', place).read()).toBeNull();
  });

  it('holds only the files that differ', () => {
    expect(changedFiles({ a: '1', b: '2', c: '3' }, { a: '1', b: '1' })).toEqual({
      b: '2',
      c: '3',
    });
  });
});
