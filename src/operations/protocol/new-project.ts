import { join } from 'node:path';
import { defined } from '../../domain/defined.ts';
import { InputError, refuse } from '../../domain/fault.ts';
import type { Fault } from '../../domain/fault.ts';
import type { Guideline } from '../../domain/protocol/guideline.ts';
import type { Task } from '../../domain/protocol/task.ts';
import { codedText } from '../../domain/text-values.ts';
import { templateTasks } from '../../formats/protocol/drafted-protocol.ts';
import type { ProtocolContent } from '../../formats/protocol/protocol-content.ts';
import { insertImport } from '../../store/exchange/imports.ts';
import { audit } from '../audit.ts';
import { authoriseWorkspace } from '../authorise.ts';
import { isNamedTable } from '../units/file-columns.ts';
import type { FileColumns } from '../units/file-columns.ts';
import { recognise } from '../exchange/file-content.ts';
import { chooseFormat } from '../exchange/import-request.ts';
import type { ImportRequest } from '../exchange/import-request.ts';
import { addUnits } from '../exchange/import-units.ts';
import { fileColumnsApart, stageUnitsApart } from '../exchange/read-apart.ts';
import { textSource } from '../exchange/text-source.ts';
import { fileHash } from '../line-pieces.ts';
import { readText } from '../text-file.ts';
import { timeOf } from '../work-context.ts';
import type { WorkContext } from '../work-context.ts';
import { writeProject } from './create-project.ts';
import type { CreatedProject } from './create-project.ts';
import { readContentApart } from './read-content.ts';
import { examplesFolder, exampleStories } from './example-stories.ts';
import { loadProtocol, protocolName } from './load-protocol.ts';

/** A file of units, and its name for people. */
export interface UnitsFile {
  readonly path: string;
  readonly name: string;
}

/** The most units that a project may begin with: they are written at once. */
const mostFirstUnits = 20_000;

/** What a file of units holds. Read in a process of its own. For workspace leads. */
export async function showColumns(
  context: WorkContext,
  { path, name }: UnitsFile,
): Promise<FileColumns> {
  authoriseWorkspace(context.actor);
  return await fileColumnsApart(path, name);
}

/** What a protocol would ask, or everything that is wrong with it. */
export interface CheckedContent {
  readonly faults: readonly Fault[];
  readonly project: string | null;
  readonly tasks: readonly (Task & { readonly hash: string })[];
  readonly guideline: Guideline | null;
}

/** Checks a protocol with its guideline as `assay validate` does. For workspace leads. */
export async function checkContent(
  context: WorkContext,
  content: ProtocolContent,
): Promise<CheckedContent> {
  authoriseWorkspace(context.actor);
  try {
    const { protocol, tasks, guideline } = await readContentApart(content);
    return {
      faults: [],
      project: protocol.name,
      tasks: [...tasks.values()].map(({ task, hash }) => ({ ...task, hash })),
      guideline,
    };
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return { faults: error.faults, project: null, tasks: [], guideline: null };
  }
}

/** A task of an example that a new project may begin with. */
export interface ProjectTemplate {
  readonly example: string;
  readonly title: string;
  readonly task: string;
  /** The task as its protocol has it, without how its units are read. */
  readonly source: Readonly<Record<string, unknown>>;
  readonly guideline: string;
}

/** The tasks of the examples, to begin with. For workspace leads. */
export function listTemplates(context: WorkContext): readonly ProjectTemplate[] {
  authoriseWorkspace(context.actor);
  return exampleStories.flatMap(({ name }) => {
    const folder = join(examplesFolder, name);
    const { protocol } = loadProtocol(folder);
    const written = templateTasks(readText(join(folder, protocolName)));
    const guideline = readText(join(folder, protocol.guideline.file));
    return protocol.tasks.map(({ id }): ProjectTemplate => {
      return { example: name, title: protocol.title, task: id, source: written[id]!, guideline };
    });
  });
}

/**
 * Creates a project with its first units, all or nothing: the file is read in a process of its own
 * and checked before anything is written. `numbered` is the field for the number of a row, where
 * no column names the rows. For workspace leads.
 */
export async function createFromFile(
  context: WorkContext,
  content: ProtocolContent,
  file: UnitsFile & { readonly numbered?: string },
): Promise<CreatedProject & { readonly units: number }> {
  authoriseWorkspace(context.actor);
  const read = await readContentApart(content);
  const { name: project } = read.protocol;
  const source = await textSource(file.path, file.name);
  try {
    const { hash: contentHash } = await fileHash(file.path, file.name);
    const request: ImportRequest = {
      project,
      kind: 'units',
      path: source.path,
      name: file.name,
      ...defined({ numbered: file.numbered }),
    };
    const known = await recognise(request, read);
    const named =
      known.format === null && isNamedTable(file.name, known.why) ? 'units-csv' : undefined;
    const format = chooseFormat('units', named, known, file.name);
    const staged = await stageUnitsApart(request, format, read);
    try {
      if (staged.rows.size > mostFirstUnits)
        refuse('too-large', { limit: codedText('so-many-units', { count: mostFirstUnits }) });
      const id = context.newId();
      const at = timeOf(context);
      return await context.store.write(
        async (tx) => {
          const created = await writeProject(context, tx, read);
          if (!created.fresh) refuse('project-exists', { project });
          const added = await addUnits(tx, project, staged, at);
          const inserted = added.reduce((sum, one) => sum + one.inserted, 0);
          const counts = { inserted, unchanged: 0, revised: 0, changes: 0, aside: 0 };
          const task = staged.tasks.join(', ');
          const place = { project, task, name: file.name, contentHash };
          const by = context.actor.login;
          const entry = { ...place, format: `units ${format}`, mode: 'reject' as const, by, at };
          await insertImport(tx, { id, ...entry, counts, changes: [] });
          const detail = { task, name: file.name, content_hash: contentHash, format, ...counts };
          audit(tx, context.actor, at, 'import-units', { project, object: `import/${id}`, detail });
          return { ...created, units: inserted };
        },
        { alone: true },
      );
    } finally {
      await staged.rows.discard();
    }
  } finally {
    await source.discard();
  }
}
