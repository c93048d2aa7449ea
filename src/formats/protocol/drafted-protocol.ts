import { parse, stringify } from 'yaml';
import type { JsonRow } from '../jsonl.ts';
import { freeName } from './suggested-questions.ts';

/** How a question of a draft is answered. */
export type DraftedScale = 'binary' | 'choice' | 'grade' | 'text';

/** A label or a question of a draft. */
export interface DraftedQuestion {
  readonly title: string;
  readonly ask: string;
  readonly scale: DraftedScale;
  /** The choices, or the titles of the grades from 0 on. */
  readonly values: readonly string[];
  /** What it means, in Markdown: its chapter of the guideline. */
  readonly definition: string;
}

/** A task of an example, taken as it is. */
interface DraftedTemplate {
  readonly form: 'labels' | 'questions';
  /** The rest of the task as its protocol has it. */
  readonly task: JsonRow;
  readonly guideline: string;
}

/** A project before it is created, as somebody fills it in. */
export interface ProjectDraft {
  readonly title: string;
  readonly id: string;
  readonly show: readonly string[];
  readonly subject: string;
  readonly context: readonly string[];
  readonly date: string;
  readonly form: 'labels' | 'questions';
  readonly questions: readonly DraftedQuestion[];
  /** Replaces form and questions. */
  readonly template: DraftedTemplate | null;
  /** A whole guideline in Markdown, in place of the definitions. */
  readonly guideline: string | null;
  readonly people: readonly string[];
  readonly pilot: number;
  readonly perUnit: number;
  readonly measure: string;
  readonly target: number;
  readonly notes: boolean;
}

/** The files of a drafted project. */
export interface DraftedFiles {
  /** `protocol.yaml` */
  readonly protocol: string;
  /** `guideline.md` */
  readonly guideline: string;
  /** The name of each question, in their order. */
  readonly names: readonly string[];
}

/** The task of every drafted project. */
const draftedTask = 'main';

/** The tasks of a protocol file as written, without how their units are read. */
export function templateTasks(protocol: string): Readonly<Record<string, JsonRow>> {
  const { tasks } = parse(protocol) as { readonly tasks: Readonly<Record<string, JsonRow>> };
  return Object.fromEntries(
    Object.entries(tasks).map(([name, { unit: _, ...task }]) => [name, task]),
  );
}

/** Writes the protocol and the guideline of a drafted project. */
export function draftedProtocol(draft: ProjectDraft): DraftedFiles {
  const taken = new Set<string>();
  const titled = draft.questions.filter(({ title }) => title.trim() !== '');
  // A label is ticked or not; what was chosen for it as a question is kept, but not written.
  const questions =
    draft.form === 'labels'
      ? titled.map((one) => ({ ...one, ask: '', scale: 'binary' as const }))
      : titled;
  const named = questions.map((one) => ({ ...one, name: freeName(one.title, taken) }));
  const unit = {
    id: draft.id,
    ...(draft.subject === '' ? {} : { subject: draft.subject }),
    show: draft.show.length === 1 ? draft.show[0] : draft.show,
    ...(draft.context.length === 0 ? {} : { context: draft.context }),
    ...(draft.date === '' ? {} : { date: draft.date }),
  };
  const asked =
    draft.template === null
      ? {
          ...(draft.form === 'labels' ? { form: 'labels' } : {}),
          unit,
          questions: Object.fromEntries(named.map((one) => [one.name, questionSource(one)])),
          ...(draft.notes ? { asides: ['notes', 'flag'] } : {}),
        }
      : { ...draft.template.task, unit };
  const protocol = {
    assay: 1,
    name: freeName(draft.title, new Set()).toLowerCase(),
    title: draft.title.trim(),
    guideline: { version: '1.0', file: 'guideline.md' },
    tasks: { [draftedTask]: { title: draft.title.trim(), ...asked } },
    panel: { people: draft.people.length === 0 ? { weight: 1 } : { names: [...draft.people] } },
    rounds: {
      pilot: {
        units: draft.pilot,
        annotators: draft.perUnit,
        gate: [`${draft.measure} >= ${draft.target.toFixed(2)}`],
      },
      full: { annotators: draft.perUnit },
    },
  };
  const typed = named
    .filter(({ definition }) => definition.trim() !== '')
    .map(({ name, title, definition }) => {
      const heading = name === title ? name : `${name} – ${title.trim()}`;
      return `## ${heading}\n\n### Definition\n\n${definition.trim()}\n`;
    });
  const written = draft.guideline ?? draft.template?.guideline;
  return {
    protocol: stringify(protocol, { lineWidth: 100 }),
    guideline: written ?? `# ${draft.title.trim() || 'Guideline'}\n\n${typed.join('\n')}`,
    names: named.map(({ name }) => name),
  };
}

function questionSource({ name, title, ask, scale, values }: DraftedQuestion & { name: string }) {
  const given = values.map((value) => value.trim()).filter((value) => value !== '');
  const scales: Readonly<Record<DraftedScale, unknown>> = {
    binary: undefined,
    choice: { nominal: given },
    grade: { ordinal: given.map((words, value) => ({ [value]: words })) },
    text: 'text',
  };
  return {
    ...(name === title.trim() ? {} : { title: title.trim() }),
    ...(ask.trim() === '' ? {} : { ask: ask.trim() }),
    ...(scales[scale] === undefined ? {} : { scale: scales[scale] }),
  };
}
