import { fault } from '../../domain/fault.ts';
import { wrongField } from '../../domain/field-fault.ts';
import { codedText, oneOf } from '../../domain/text-values.ts';
import { personName } from '../../domain/people/person-name.ts';
import type { ImportFormat } from '../../domain/exchange/file-formats.ts';
import type { Ruling } from '../../domain/rulings/ruling.ts';
import { sizeFault } from '../../formats/jsonl.ts';
import { readRuling } from '../../formats/judging/whole-judgment.ts';
import { overrideRuling, readOverrideFile } from '../../formats/rulings/override-file.ts';
import type { OverrideEntry } from '../../formats/rulings/override-file.ts';
import { taskSchemaOfTerms } from '../../formats/verdicts/term-hash.ts';
import { wholeText } from '../line-pieces.ts';
import { topicsOfTask } from '../models/import-cache.ts';
import { taskOf } from '../project-protocol.ts';
import type { ProjectProtocol } from '../project-protocol.ts';
import type { FaultList } from '../text-file.ts';
import type { ImportRequest } from './import-request.ts';
import { jsonRows } from './import-rows.ts';

/** The parts of a protocol that decide how rulings are read. */
type ReadProtocol = Pick<ProjectProtocol, 'protocol' | 'content' | 'named' | 'tasks'>;

/** A ruling as the file gives it. */
export interface GivenRuling {
  readonly ruling: Ruling;
  readonly line: number | null;
  /** What the author believed the judgments say; null if the file does not say. */
  readonly claims: OverrideEntry['original'] | null;
  /** The entry of an override file; null for a ruling of another file. */
  readonly entry: OverrideEntry | null;
}

/** Passes each ruling of a file on to `accept`; an override file is read as a whole. */
export async function readRulings(
  request: ImportRequest,
  format: ImportFormat,
  project: ReadProtocol,
  task: string,
  accept: (ruling: GivenRuling) => void,
  found: FaultList,
): Promise<void> {
  if (format === 'override-file')
    for (const one of await overrides(request, project, task, found)) accept(one);
  else await rulingRows(request, task, accept, found);
}

async function rulingRows(
  request: ImportRequest,
  task: string,
  accept: (ruling: GivenRuling) => void,
  found: FaultList,
): Promise<void> {
  for await (const piece of jsonRows(request, found)) {
    for (const { row, line, text } of piece) {
      const place = { file: request.name, ...(line === null ? {} : { line }) };
      const large = sizeFault({ row, text });
      if (large !== null) {
        found.add({ ...large, ...place });
        continue;
      }
      const read = readRuling({ task, ...row });
      if (!read.ok) {
        found.addAll(read.faults, place);
        continue;
      }
      const ruling = { ...read.value, by: personName(read.value.by) };
      if (ruling.task === task) accept({ ruling, line, claims: null, entry: null });
      else found.add(wrongField('task', JSON.stringify(ruling.task), JSON.stringify(task), place));
    }
  }
}

async function overrides(
  request: ImportRequest,
  project: ReadProtocol,
  name: string,
  found: FaultList,
): Promise<readonly GivenRuling[]> {
  const read = readOverrideFile(await wholeText(request.path, request.name));
  if (!read.ok) found.addAll(read.faults, { file: request.name });
  const { topics, lineOf } = read.ok ? read.value : read.rest;
  if (topics.size === 0 && !read.ok) return [];
  const known = topicsOfTask(project, taskOf(project, name)).map((one) => one.id);
  const ours = [...new Set([...known, name])];
  const topic = request.mapping?.topic ?? ours.find((one) => topics.has(one));
  const entries = topic === undefined ? undefined : topics.get(topic);
  if (topic === undefined && topics.size === 1) {
    const [got] = topics.keys();
    const place = { file: request.name, line: lineOf([got!]) };
    found.add(
      fault('unknown-reference', { field: 'topic', got: got!, expected: oneOf(ours) }, place),
    );
    return [];
  }
  if (entries === undefined) {
    const expected = codedText('topic-of-file', { topics: oneOf([...topics.keys()]) });
    const got = topic ?? codedText('not-given');
    found.add(wrongField('topic', got, expected, { file: request.name }));
    return [];
  }
  const { task } = taskOf(project, name);
  return entries.flatMap((entry): readonly GivenRuling[] => {
    const line = lineOf(entry.path);
    const checked = overrideRuling(entry, task, taskSchemaOfTerms(task));
    if (!checked.ok) {
      found.addAll(checked.faults, { file: request.name, line });
      return [];
    }
    const ruling = { ...checked.ruling, at: timeOf(checked.ruling.at) };
    return [{ ruling, line, claims: entry.original, entry }];
  });
}

/** Override files have days; the log has times. */
function timeOf(at: string | null): string | null {
  const time = at === null ? Number.NaN : Date.parse(at);
  return Number.isNaN(time) ? null : new Date(time).toISOString();
}
