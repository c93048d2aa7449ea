import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TextIndex } from './text-index.ts';

const encode = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text, 'utf8'));

describe('the index of texts', () => {
  it('numbers texts as a map would, whatever is in them', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 12 }),
      fc.constantFrom('', 'a', 'aa', '__proto__', 'constructor', '\0', '\uD800', '😀', 'Q1::NCT1'),
    );
    fc.assert(
      fc.property(fc.array(text, { maxLength: 200 }), (texts) => {
        const index = new TextIndex();
        const map = new Map<string, number>();
        for (const one of texts) {
          expect(index.find(one)).toBe(map.get(one) ?? -1);
          if (!map.has(one)) map.set(one, map.size);
          expect(index.add(one)).toBe(map.get(one));
        }
        expect(index.size).toBe(map.size);
        expect(index.texts()).toEqual([...map.keys()]);
      }),
      { seed: 1 },
    );
  });

  it('finds its texts in another index, in any order', () => {
    const text = fc.string({ unit: 'binary', maxLength: 6 });
    fc.assert(
      fc.property(fc.array(text), fc.array(text), (own, others) => {
        const [index, other] = [new TextIndex(), new TextIndex()];
        own.forEach((one) => index.add(one));
        others.forEach((one) => other.add(one));
        const wanted = index.texts().map((one) => other.find(one));
        expect([...index.numbersIn(other)]).toEqual(wanted);
        expect(other.texts()).toEqual([...new Set(others)]);
      }),
      { seed: 1 },
    );
  });

  it('puts a text together from parts of others, and from bytes', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ maxLength: 6 }), { minLength: 1, maxLength: 5 }),
        (parts) => {
          const index = new TextIndex();
          const whole = index.add(parts.join(''));
          for (const part of parts) {
            const padded = `«${part}»`;
            index.stage(padded, 1, padded.length - 1);
          }
          expect(index.addStaged()).toBe(whole);
          for (const part of parts)
            expect(index.stageBytes(encode(`<${part}>`), 1, part.length + 1)).toBe(true);
          expect(index.addStaged()).toBe(whole);
          expect(index.size).toBe(1);
        },
      ),
      { seed: 1 },
    );
  });

  it('stages nothing at all when bytes are beyond ASCII, and forgets what is discarded', () => {
    const index = new TextIndex();
    index.stage('Q1', 0, 2);
    const bytes = encode('größe');
    expect(index.stageBytes(bytes, 0, bytes.length)).toBe(false);
    expect(index.at(index.addStaged())).toBe('');
    index.stage('Q1', 0, 2);
    index.discard();
    expect(index.at(index.add('Q2'))).toBe('Q2');
    expect(index.find('Q1')).toBe(-1);
  });

  it('grows to very many texts and to very long ones', () => {
    const index = new TextIndex();
    const long = 'x'.repeat(1_000_000);
    for (let at = 0; at < 50_000; at += 1)
      expect(index.add(`unit ${at % 40_000}`)).toBe(at % 40_000);
    expect(index.add(long)).toBe(40_000);
    expect(index.add(`${long}y`)).toBe(40_001);
    expect([
      index.at(39_999),
      index.at(40_000) === long,
      index.at(40_001).length,
      index.find('unit 40000'),
    ]).toEqual(['unit 39999', true, 1_000_001, -1]);
  });
});
