import type { CodedText } from '../../domain/coded-text.ts';
import { fault, faultAbout } from '../../domain/fault.ts';
import type { Fault } from '../../domain/fault.ts';
import { codedText } from '../../domain/text-values.ts';

/** Says what to do about a missing name, another guideline or none, or a missing reason. */
export function withWayOut(found: Fault, expected: string, texts: readonly string[] = []): Fault {
  const { code, field = '' } = found;
  const wanted = found.values['expected'] ?? '';
  if (code === 'wrong-guideline')
    return expecting(found, codedText('other-guideline', { version: wanted }));
  if (code !== 'missing-field') return found;
  if (/^annotator(_id)?$/.test(field)) return expecting(found, codedText('given-annotator'));
  if (texts.includes(field)) return expecting(found, codedText('given-answer', { answer: wanted }));
  return /(^|\.)guideline(_version)?$/.test(field)
    ? expecting(found, codedText('given-guideline', { version: wanted, same: expected }))
    : found;
}

function expecting(found: Fault, expected: CodedText): Fault {
  const { about, ...plain } = found;
  const { values, message } = fault(plain.code, { ...plain.values, expected });
  const told = { ...plain, values, message };
  return about === undefined ? told : faultAbout(told, about);
}
