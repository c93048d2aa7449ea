import { inLanguage } from '../../domain/local-text.ts';
import type { LocalText } from '../../domain/local-text.ts';
import type { Question } from '../../domain/protocol/question.ts';
import type { TaskReply } from '../../server/routes/protocol/task-reply.ts';
import type { RoundsReply } from '../../server/routes/rounds/rounds.ts';
import { useResource } from '../api/cache.ts';
import { apiPath, withQuery } from '../api/client.ts';
import { useProject } from '../api/projects.ts';
import type { Search } from '../router.ts';
import { useLanguage } from '../texts/language.tsx';

/** What figures are about: a task, or one run of it. Null until the project is known. */
export interface Scope {
  readonly project: string;
  readonly task: TaskReply;
  readonly tasks: readonly TaskReply[];
  readonly run: string | null;
}

/** What the address asks for: its task or the first one, its run or all that counts. */
export function useScope(
  project: string,
  search: Search,
): { readonly scope: Scope | null; readonly error: unknown; readonly refresh: () => void } {
  const { data, error, refresh } = useProject(project);
  const tasks = data?.tasks ?? [];
  const task = tasks.find((one) => one.id === search['task']) ?? tasks[0];
  return {
    scope: task === undefined ? null : { project, task, tasks, run: search['run'] ?? null },
    error,
    refresh,
  };
}

/** The rounds of a project with their gates. */
export function useRounds(project: string) {
  return useResource<RoundsReply>(apiPath`/api/projects/${project}/rounds`, 2000);
}

/** A part of the figures about what the scope says. */
export function useFigures<Reply>(
  part: string,
  scope: Scope | null,
  query: Readonly<Record<string, string | number | null>> = {},
) {
  const path =
    scope === null
      ? null
      : withQuery(`${apiPath`/api/projects/${scope.project}/monitor`}/${part}`, {
          task: scope.task.id,
          run: scope.run,
          ...query,
        });
  return useResource<Reply>(path, 2000);
}

/** The title of a task of a project, by its name. */
export function useTaskTitles(project: string): (task: string) => string {
  const language = useLanguage();
  const tasks = useProject(project).data?.tasks ?? [];
  return (task) => {
    const found = tasks.find((one) => one.id === task);
    return found === undefined ? task : inLanguage(found.title as LocalText, language);
  };
}

/** A task with its questions, as it was sent or as it was read. */
export interface HasQuestions {
  readonly questions: readonly (TaskReply['questions'][number] | Question)[];
}

/** The title of a question of a task, by its name. */
export function useQuestionTitles(task: HasQuestions | undefined): (question: string) => string {
  const language = useLanguage();
  return (question) => {
    const found = task?.questions.find((one) => one.id === question);
    return found === undefined ? question : inLanguage(found.title as LocalText, language);
  };
}

/** An answer of a question in few words: its title, or its name where titles are sentences. */
export function useAnswerWords(
  task: TaskReply,
): (question: string, answer: boolean | number | string | null) => string {
  const language = useLanguage();
  return (question, answer) => {
    if (answer === null) return '–';
    const [yes, no] = language === 'de' ? (['ja', 'nein'] as const) : (['yes', 'no'] as const);
    if (typeof answer === 'boolean') return answer ? yes : no;
    const scale = task.questions.find((one) => one.id === question)?.scale;
    if (scale?.kind !== 'ordinal' && scale?.kind !== 'nominal') return String(answer);
    const titles = scale.values.map((one) => inLanguage(one.title as LocalText, language));
    if (titles.some((title) => title.length > longestTitle))
      return String(answer).replaceAll('_', ' ');
    return titles[scale.values.findIndex((one) => one.value === answer)] ?? String(answer);
  };
}

/** The longest title of a value that fits into a line; a longer one is a whole sentence. */
export const longestTitle = 28;
