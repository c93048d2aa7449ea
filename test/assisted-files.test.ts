import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { jsonLines, runAssay, temporaryFolder } from './run-assay.ts';

const protocol = `assay: 1
name: tickets
simulated: true
guideline: { version: "1.0", file: guideline.md }
units: { topics: units.jsonl }
tasks:
  topics:
    unit: { id: id, show: text }
    questions:
      bug: { ask: Is it a bug? }
panel:
  people: { names: [anna, ben] }
  mini: { kind: model, runs: 1, weight: 0, model: mini-2026 }
`;
const units = Array.from({ length: 12 }, (_, at) => ({
  id: `u${at}`,
  text: `Ticket number ${at}`,
}));
const isBug = (at: number): boolean => at % 2 === 0;
const assistance = (at: number): object => ({
  assistance: { by: 'mini#1', suggested: { bug: isBug(at) }, shown: true },
});

/** Anna saw a suggestion on the first units, and differs from Ben on the last two. */
function folder(assisted: number): string {
  const place = temporaryFolder({
    'protocol.yaml': protocol,
    'guideline.md': '# Tickets\n',
    'units.jsonl': jsonLines(units),
    'system.jsonl': jsonLines(units.map(({ id }, at) => ({ id, bug: isBug(at) ? 1 : 0 }))),
  });
  mkdirSync(join(place, 'judgments'));
  for (const annotator of ['anna', 'ben', 'mini#1'])
    writeFileSync(
      join(place, 'judgments', `${annotator}.jsonl`),
      jsonLines(
        units.map(({ id }, at) => ({
          id,
          bug: annotator === 'anna' && at >= 10 ? !isBug(at) : isBug(at),
          annotator_id: annotator,
          guideline_version: '1.0',
          ...(annotator === 'anna' && at < assisted ? assistance(at) : {}),
        })),
      ),
    );
  return place;
}

describe('assisted judgments in files', () => {
  it('are not compared by agree, which says how many there are', async () => {
    const place = folder(4);
    const words = [
      '--a',
      'judgments/anna.jsonl',
      '--b',
      'judgments/ben.jsonl',
      '-p',
      '.',
      '--json',
    ];
    const { out } = await runAssay(['agree', ...words], place);
    const found = JSON.parse(out) as { readonly warnings: readonly string[] };
    expect(out).toContain('"n": 8');
    expect(JSON.stringify(found.warnings)).toContain('4 judgments were given with a suggestion');
  });

  it('are left out where a judge is measured', async () => {
    const { out, code } = await runAssay(
      ['judge', '-p', '.', '--judge', 'mini', '--json'],
      folder(4),
    );
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ assisted: 4 });
  });

  it('are counted by compute and explain, from files as from a release', async () => {
    const place = folder(4);
    const policy =
      'policy: bugs\ntitle: Bugs\ntask: topics\nverdicts: [Calm, Broken]\ndefault: Calm\n' +
      'ladder:\n  - { verdict: Broken, any: [{ exists: bug }] }\n';
    writeFileSync(join(place, 'bugs.yaml'), policy);
    writeFileSync(
      join(place, 'protocol.yaml'),
      protocol.replace('unit: { id: id,', 'unit: { id: id, subject: area, date: on,') +
        'policies: { files: [bugs.yaml], k: [12] }\n',
    );
    const dated = units.map((unit, at) => ({ ...unit, area: 'app', on: `2026-01-${10 + at}` }));
    writeFileSync(join(place, 'units.jsonl'), jsonLines(dated));
    const computed = await runAssay(['compute', '-p', '.', '--dry-run', '--allow-partial'], place);
    expect(computed.out + computed.err).toContain(
      'topics: 4 judgments were given with a suggestion in sight. They count, but are not',
    );
    const explained = await runAssay(
      ['explain', 'bugs', 'app', '-p', '.', '--allow-partial'],
      place,
    );
    // Two of the four decide the verdict, and are listed.
    expect(explained.out.match(/1 assisted/g)).toHaveLength(2);
  });

  it('count for a release, which says how many, and which never measures who suggested', async () => {
    const place = folder(4);
    const date = ['--date', '2026-01-05T10:00:00Z', '--allow-open', 'Two differ.'];
    const cut = ['release', '.', '--version', '1', '--out', 'out', '--names', ...date];
    expect(await runAssay(cut, place)).toMatchObject({ code: 0 });
    const truth = readFileSync(join(place, 'out', 'truth.jsonl'), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { readonly assisted: number; readonly line: string });
    expect(truth.map((row) => row.assisted)).toEqual([1, 1, 1, 1, 0, 0, 0, 0, 0, 0]);
    expect(truth[0]!.line).toContain('unanimous, 2 of 2, 1 assisted');
    // The same votes without a suggestion in sight are told without one.
    expect(truth.map(({ line }) => (line.includes('assisted') ? 1 : 0))).toEqual(
      truth.map(({ assisted }) => assisted),
    );
    const report = readFileSync(join(place, 'out', 'report.html'), 'utf8');
    expect(report).toContain('4 judgments of 36 were given with a suggestion by mini#1 in sight');
    expect(await runAssay(['verify', 'out'], place)).toMatchObject({ code: 0 });
    const files = ['--predictions', 'system.jsonl', '--labels', 'bug', '--resamples', '100'];
    const evaluate = ['evaluate', '--release', 'out', ...files, '--json'];
    const refused = await runAssay([...evaluate, '--system', 'mini'], place);
    expect(refused).toMatchObject({ code: 2 });
    expect(refused.out + refused.err).toContain('suggestion by mini#1 in sight');
    const other = await runAssay([...evaluate, '--system', 'another'], place);
    expect(other.out + other.err).not.toContain('suggestion by');
  });
});
