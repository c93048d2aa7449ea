import type { RecordJudgment } from './record.ts';
import { sharing } from './shared-values.ts';

interface RecordRow extends Omit<RecordJudgment, 'answers' | 'asides' | 'seq'> {
  readonly answers: unknown;
  readonly asides: unknown;
}

/**
 * The lines of judgments in a record. Answers and asides are JSON already, and are put in as they
 * are.
 */
export function* judgmentLines(judgments: readonly RecordJudgment[]): Generator<string> {
  const json = jsonOnce();
  for (const one of judgments) {
    const { untimed, seconds, reply, recordedAt = null } = one;
    const recorded = recordedAt === null ? '' : `"recordedAt":${json(recordedAt)},`;
    yield (
      `{"task":${json(one.task)},"unit":${JSON.stringify(one.unit)},` +
        `"annotator":${json(one.annotator)},"run":${json(one.run)},` +
        `"answers":${one.answers},"asides":${one.asides},` +
        `"guideline":${json(one.guideline)},"taskHash":${json(one.taskHash)},` +
        `"at":${JSON.stringify(one.at)},"untimed":${JSON.stringify(untimed)},` +
        `${recorded}"seconds":${JSON.stringify(seconds)},` +
        `"origin":${json(one.origin)},"reply":${reply === null ? 'null' : JSON.stringify(reply)}}\n`
    );
  }
}

/** Different texts that are remembered with their JSON. */
const mostRemembered = 10_000;

/** The JSON of texts of which many are equal. */
function jsonOnce(): (text: string | null) => string {
  const known = new Map<string | null, string>();
  return (text) => {
    const before = known.get(text);
    if (before !== undefined) return before;
    if (known.size >= mostRemembered) known.clear();
    const json = JSON.stringify(text);
    known.set(text, json);
    return json;
  };
}

/**
 * Reads the line of a judgment. Of a line as we write them, answers and asides are taken as they
 * are, without reading and writing each of 300,000; any other line is read as JSON, and writing it
 * again shows what was wrong.
 */
export function judgmentReader(): (line: string, seq: number) => RecordJudgment {
  const same = sharing<string>((text) => text);
  const written = new Map<string, string>();
  /** Equal to the text, or null where it is not JSON as we write it. */
  const asWritten = (text: string): string | null => {
    const before = written.get(text);
    if (before !== undefined) return before;
    const own = rewritten(text);
    // A text of its own: a part of the line would keep the whole file in memory.
    if (own === text) written.set(own, own);
    return own === text ? own : null;
  };
  return (line, seq) => {
    const parts = judgmentParts(line);
    const [answers, asides] = [parts?.answers, parts?.asides].map((text) =>
      text === undefined ? null : asWritten(text),
    );
    if (parts === null || answers === null || asides === null) {
      const row = JSON.parse(line) as RecordRow;
      const [told, aside] = [row.answers, row.asides].map((value) => same(JSON.stringify(value)));
      return readJudgment(row, seq, { answers: told!, asides: aside! }, same);
    }
    const row = JSON.parse(parts.rest) as RecordRow;
    return readJudgment(row, seq, { answers: answers!, asides: asides! }, same);
  };
}

function rewritten(text: string): string | null {
  try {
    return JSON.stringify(JSON.parse(text));
  } catch {
    return null;
  }
}

const aroundParts = [',"answers":', ',"asides":', ',"guideline":'] as const;

/** Answers, asides and the rest of a line that has each exactly once and in this order. */
function judgmentParts(
  line: string,
): { readonly answers: string; readonly asides: string; readonly rest: string } | null {
  const [a, b, c] = aroundParts.map((mark) => line.indexOf(mark)) as [number, number, number];
  if (a < 0 || b < a || c < b) return null;
  const isRepeated = [a, b, c].some((at, part) => line.includes(aroundParts[part]!, at + 1));
  if (isRepeated) return null;
  return {
    answers: line.slice(a + aroundParts[0].length, b),
    asides: line.slice(b + aroundParts[1].length, c),
    rest: line.slice(0, a) + line.slice(c),
  };
}

function readJudgment(
  row: RecordRow,
  seq: number,
  { answers, asides }: Pick<RecordJudgment, 'answers' | 'asides'>,
  same: (text: string) => string,
): RecordJudgment {
  const { task, unit, run, guideline, untimed, seconds, origin, reply, recordedAt } = row;
  const read = {
    seq,
    task,
    unit,
    annotator: same(row.annotator),
    run,
    answers,
    asides,
    guideline,
    taskHash: same(row.taskHash),
    at: same(row.at),
    untimed,
    seconds,
    origin,
    reply,
  };
  return recordedAt === undefined ? read : { ...read, recordedAt };
}
