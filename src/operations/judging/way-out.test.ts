import { expect, it } from 'vitest';
import { fault, faultAbout } from '../../domain/fault.ts';
import { codedText } from '../../domain/text-values.ts';
import { withWayOut } from './way-out.ts';

const missing = (field: string) =>
  fault('missing-field', { field, expected: 'a text' }, { field, line: 3 });
const expectedOf = (field: string, texts: readonly string[] = []): unknown =>
  withWayOut(missing(field), 'the same', texts).values['expected'];

it('a missing name, guideline or reason is told with what to do about it', () => {
  for (const field of ['annotator', 'annotator_id'])
    expect(expectedOf(field)).toEqual(codedText('given-annotator'));
  for (const field of ['guideline', 'guideline_version', 'meta.guideline'])
    expect(expectedOf(field)).toEqual(
      codedText('given-guideline', { version: 'a text', same: 'the same' }),
    );
  expect(expectedOf('why', ['why'])).toEqual(codedText('given-answer', { answer: 'a text' }));
});

it('other faults stay as they are', () => {
  for (const field of ['why', 'annotators', 'guidelines', 'my_annotator'])
    expect(withWayOut(missing(field), '')).toEqual(missing(field));
  const wrong = fault('wrong-value', { field: 'annotator' }, { field: 'annotator' });
  expect(withWayOut(wrong, '')).toEqual(wrong);
});

it('another guideline is told as such, at its place', () => {
  const other = fault('wrong-guideline', { got: '1', expected: '2' }, { file: 'a.jsonl', line: 4 });
  const told = withWayOut(other, '');
  expect(told).toMatchObject({
    code: 'wrong-guideline',
    file: 'a.jsonl',
    line: 4,
    values: { got: '1', expected: codedText('other-guideline', { version: '2' }) },
  });
  expect(Object.hasOwn(told, 'field')).toBe(false);
  const about = faultAbout(missing('annotator'), 'row 7');
  const whole = withWayOut(about, '');
  expect(whole).toMatchObject({ field: 'annotator', line: 3, about: 'row 7' });
  expect(whole.message.match(/row 7/g)).toHaveLength(1);
});
