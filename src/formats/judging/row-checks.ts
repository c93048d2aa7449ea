import { confidences } from '../../domain/judging/judgment.ts';
import type { Question } from '../../domain/protocol/question.ts';
import { scaleAnswers } from '../../domain/protocol/scale.ts';
import type { Task } from '../../domain/protocol/task.ts';
import { backslash, colon, isBytes, plainBytes, quote } from '../json-bytes.ts';
import type { FieldOf } from '../object-scanner.ts';
import type { RowContext } from './judgment-row.ts';

/** True when a value is certainly right; sets the code of the question that it answers. */
export type ValueCheck = (
  bytes: Uint8Array,
  kind: number,
  start: number,
  end: number,
  codes: number[],
) => boolean;

/** The keys of flat rows that mean something, with the check of each. */
export interface RowChecks {
  readonly names: readonly string[];
  readonly checks: readonly ValueCheck[];
  /** Stops at keys that only the full reader understands, as where one means two things. */
  readonly fieldOf: FieldOf;
}

/** How the values in rows of a task are checked without parsing them. */
export function rowChecks(task: Task, context: RowContext): RowChecks {
  const roles = new Map<string, (ValueCheck | null)[]>();
  const add = (key: string, check: ValueCheck | null): void =>
    void roles.set(key, [...(roles.get(key) ?? []), check]);
  task.questions.forEach((question, at) => add(question.id, answerCheck(question, at)));
  for (const field of task.unit.id) add(field, idCheck);
  for (const [field, words] of Object.entries(task.unit.vocabulary)) add(field, wordCheck(words));
  // The annotator is looked up among those that the full reader accepted.
  add('annotator_id', () => true);
  add('notes', isPlainText);
  add('guideline_version', context.guideline === null ? isText : wordCheck([context.guideline]));
  add('confidence', wordCheck(confidences));
  add('flag', isTruth);
  add('uncertain', isTruth);
  // A few digits, with a fraction at most: an exponent may make it anything.
  add('seconds', isPlainNumber);
  add('at', timeCheck);
  const single = [...roles].flatMap(([name, checks]) =>
    checks.length === 1 && checks[0] !== null ? [{ name, check: checks[0]! }] : [],
  );
  const names = single.map((one) => one.name);
  const fields = new Map(names.map((name, field) => [name, field]));
  return {
    names,
    checks: single.map((one) => one.check),
    fieldOf: (key) => {
      // The full reader takes these for answers, or reads the row in another form.
      const isForeign = /^(answers|task_hash|assistance|further)$|^(answers|grades)\./.test(key);
      if (isForeign) return null;
      return fields.get(key) ?? (roles.has(key) ? null : -1);
    },
  };
}

const isText: ValueCheck = (_bytes, kind) => kind === quote;
/** What is written as an escape, such as a zero character, is the full reader's. */
const isPlainText: ValueCheck = (bytes, kind, start, end) => {
  if (kind !== quote) return false;
  for (let at = start; at < end; at += 1) if (bytes[at] === backslash) return false;
  return true;
};
const isPlainNumber: ValueCheck = (bytes, kind, start, end) => {
  if (kind < 48 || kind > 57 || end - start > 15) return false;
  for (let at = start; at < end; at += 1)
    if (bytes[at] !== 46 && (bytes[at]! < 48 || bytes[at]! > 57)) return false;
  return true;
};
/** `true` or `false`, by the first letter. */
const isTruth: ValueCheck = (_bytes, kind) => kind === 116 || kind === 102;

function answerCheck(question: Question, at: number): ValueCheck | null {
  const { scale } = question;
  if (scale.kind === 'binary') {
    // t and f of true and false, or a lone 1 or 0.
    return (_bytes, kind, start, end, codes) => {
      codes[at] = kind === 116 || kind === 49 ? 1 : 0;
      return kind === 116 || kind === 102 || ((kind === 49 || kind === 48) && end - start === 1);
    };
  }
  if (scale.kind === 'text' || scale.kind === 'quote') {
    const most = scale.kind === 'text' ? scale.max : Number.MAX_SAFE_INTEGER;
    return (bytes, kind, start, end, codes) => {
      codes[at] = 1;
      return (
        end > start &&
        end - start <= most &&
        isInk(bytes[start]!) &&
        isPlainText(bytes, kind, start, end, codes)
      );
    };
  }
  const values = scaleAnswers(scale).map((answer) => ({
    isText: typeof answer === 'string',
    bytes: plainBytes(String(answer)),
  }));
  if (values.some((value) => value.bytes === null)) return null;
  return (bytes, kind, start, end, codes) => {
    for (let code = 0; code < values.length; code += 1) {
      const value = values[code]!;
      if ((kind === quote) !== value.isText || !isBytes(bytes, start, end, value.bytes!)) continue;
      codes[at] = code;
      return true;
    }
    return false;
  };
}

/** A text without space around it, and without the colons that join the parts of an id. */
const idCheck: ValueCheck = (bytes, kind, start, end) => {
  if (kind !== quote || end <= start || bytes[start]! <= 32 || bytes[end - 1]! <= 32) return false;
  for (let at = start; at < end; at += 1) if (bytes[at] === colon) return false;
  return true;
};

/** `2026-01-31T09:30:00Z` with a day that every month has; other times are the full reader's. */
const timeCheck: ValueCheck = (bytes, kind, start, end) => {
  if (kind !== quote || end - start !== timeForm.length) return false;
  for (let place = 0; place < timeForm.length; place += 1) {
    const form = timeForm[place]!;
    const byte = bytes[start + place]!;
    if (form === digit ? byte < 48 || byte > 57 : byte !== form) return false;
  }
  const two = (place: number): number =>
    (bytes[start + place]! - 48) * 10 + bytes[start + place + 1]! - 48;
  const [month, day] = [two(5), two(8)];
  return (
    month >= 1 &&
    month <= 12 &&
    day >= 1 &&
    day <= 28 &&
    two(11) < 24 &&
    two(14) < 60 &&
    two(17) < 60
  );
};

const digit = 48;
const timeForm = plainBytes('0000-00-00T00:00:00Z')!;

/** Null, by its first letter, is left to the full reader. */
function wordCheck(words: readonly (string | null)[]): ValueCheck {
  const encoded = words.flatMap((word) => (word === null ? [] : (plainBytes(word) ?? [])));
  return (bytes, kind, start, end) =>
    kind === quote && encoded.some((word) => isBytes(bytes, start, end, word));
}

/** A printed character; beyond ASCII only letters whose scripts hold no white space. */
function isInk(byte: number): boolean {
  return (byte > 32 && byte < 128) || (byte >= 195 && byte <= 223) || (byte >= 228 && byte <= 233);
}
