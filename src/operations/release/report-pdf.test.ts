import { describe, expect, it } from 'vitest';
import type { Report } from '../../release/report/report.ts';
import { reportPdf } from './report-pdf.ts';

const report: Report = {
  title: 'A small release',
  version: '1.0',
  simulated: true,
  kind: 'release',
  lines: ['Release 1.0'],
  sections: [
    {
      id: 'overview',
      title: 'At a glance',
      blocks: [
        { kind: 'text', text: 'Text with #markup, *stars* and $dollars$ is text.' },
        { kind: 'facts', facts: [{ title: 'Units', value: { text: '12' } }] },
        { kind: 'notice', tone: 'warn', text: 'Look at this.' },
        { kind: 'list', items: ['one', 'two'] },
        {
          kind: 'table',
          caption: 'A table',
          columns: [
            { title: 'Name', align: 'left' },
            { title: 'Value', align: 'right' },
          ],
          rows: [[{ text: 'κ' }, { text: '0.80', note: '0.70 to 0.90, n = 12', tone: 'good' }]],
        },
        {
          kind: 'intervals',
          caption: 'Agreement',
          alternative: 'κ is 0.80',
          range: [0, 1],
          target: 0.7,
          rows: [{ label: 'A', value: 0.8, low: 0.7, high: 0.9, cell: { text: '0.80' } }],
        },
        {
          kind: 'bars',
          caption: 'Shares',
          alternative: 'A 10 %',
          most: 0.1,
          rows: [{ label: 'A', value: 0.1, cell: { text: '10.0 %' } }],
        },
        {
          kind: 'matrix',
          caption: 'Pairs',
          alternative: 'A with B: 2',
          labels: ['A', 'B'],
          counts: [
            [3, 2],
            [2, 4],
          ],
        },
      ],
    },
  ],
};

describe('reportPdf', () => {
  it('prints every kind of block, the same bytes each time, tagged', async () => {
    const pdf = Buffer.from(await reportPdf(report));
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
    expect(pdf.includes('/MarkInfo')).toBe(true);
    expect(Buffer.from(await reportPdf(report)).equals(pdf)).toBe(true);
  });

  it('prints letters that the font does not have as boxes, and says so', async () => {
    const printed = async (title: string, lines = report.lines): Promise<Buffer> =>
      Buffer.from(await reportPdf({ ...report, title, lines }));
    // A ligature is printed as its letters, which is no loss.
    expect((await printed('ﬁne')).equals(await printed('fine'))).toBe(true);
    const note = '3 letters that this PDF cannot print are shown as □; see report.html';
    const boxes = await printed('a □ □□', [...report.lines, note]);
    expect((await printed('a \u0000 中😀')).equals(boxes)).toBe(true);
  });

  it('changes with a figure', async () => {
    const [section] = report.sections;
    const changed = {
      ...report,
      sections: [{ ...section!, blocks: [{ kind: 'text' as const, text: '0.81' }] }],
    };
    expect(Buffer.from(await reportPdf(changed)).equals(Buffer.from(await reportPdf(report)))).toBe(
      false,
    );
  });
});
