import { describe, expect, it } from 'vitest';
import { readProtocol } from '../protocol/protocol-yaml.ts';
import { readFiledRounds } from './rounds-yaml.ts';

const read = readProtocol(`assay: 1
name: notes
guideline: { version: "1", file: guide.md }
tasks:
  tags: { unit: { id: note, show: text }, questions: { good: {} } }
rounds:
  pilot: { task: tags, units: 2, annotators: 2, gate: ["percent_agreement >= 0.8"] }
  full: { task: tags, units: all, annotators: 2 }
`);
if (!read.ok) throw new Error(JSON.stringify(read.faults));
const protocol = read.value;
const present = new Set(['a.jsonl', 'b.jsonl', 'c.jsonl']);

describe('the list of rounds in files', () => {
  it('has a round as often as it was repeated, with waivers', () => {
    const text = `rounds:
  - { round: pilot, files: [a.jsonl] }
  - round: pilot
    files: [b.jsonl]
    waivers:
      - { gate: percent_agreement >= 0.8, by: lead, at: 2026-03-01T10:00:00Z, reason: Small. }
`;
    const rounds = readFiledRounds(text, protocol, present);
    expect(rounds.ok && rounds.value.map((one) => [one.round.id, one.files])).toEqual([
      ['pilot', ['a.jsonl']],
      ['pilot', ['b.jsonl']],
    ]);
    expect(rounds.ok && rounds.value[1]!.waivers[0]!.reason).toBe('Small.');
  });

  it('names all faults at once', () => {
    const text = `rounds:
  - { round: pilto, files: [a.jsonl] }
  - { round: full, files: [a.jsonl, d.jsonl] }
  - round: pilot
    files: [b.jsonl]
    waivers: [{ gate: good, by: lead, at: 2026-03-01T10:00:00Z, reason: Small. }]
`;
    const rounds = readFiledRounds(text, protocol, present);
    expect(rounds.ok ? [] : rounds.faults.map((one) => one.message)).toEqual([
      expect.stringContaining('pilto'),
      expect.stringContaining('each file once'),
      expect.stringContaining('d.jsonl'),
      expect.stringContaining('good'),
    ]);
    const wrong = readFiledRounds('rounds: [{ round: full, file: a.jsonl }]', protocol, present);
    expect(wrong.ok ? [] : wrong.faults.map((one) => one.code)).toContain('unknown-field');
  });
});
