import { codedText, oneOf } from '../../domain/text-values.ts';
import { missingField } from '../../domain/field-fault.ts';
import { panelAnnotators } from '../../domain/judging/annotator.ts';
import type { Panel, PanelEntry } from '../../domain/judging/annotator.ts';
import { modelSettings, settingProviders } from '../../domain/models/model-settings.ts';
import { printPath, unknownAt, wrongAt } from '../schema-faults.ts';
import type { Finding, Path } from '../schema-faults.ts';

/** What entries of a panel may refer to. */
interface Referable {
  readonly tasks: readonly string[];
  readonly prompts: readonly string[];
}

/**
 * The faults of a panel: settings that an entry's kind or provider does not have, names of tasks
 * and prompts that do not exist, annotators named twice.
 */
export function panelFaults(panel: Panel, known: Referable): readonly Finding[] {
  const ids = panelAnnotators(panel).map((annotator) => annotator.id);
  const twice = [...new Set(ids.filter((one, at) => ids.indexOf(one) !== at))];
  return [
    ...Object.entries(panel).flatMap(([name, entry]) => [
      ...kindFaults(['panel', name], entry),
      ...(entry.kind === 'model' ? modelFaults(['panel', name], entry, known) : []),
    ]),
    ...twice.map((annotator) =>
      wrongAt(['panel'], codedText('panel-twice', { annotator }), codedText('each-annotator-once')),
    ),
  ];
}

/** The kind that each setting is for; what is not listed is for all. */
const owners = {
  runs: 'model',
  names: 'human',
  file: 'rule',
  ...(Object.fromEntries(Object.keys(modelSettings).map((key) => [key, 'model'])) as Record<
    keyof typeof modelSettings,
    'model'
  >),
} as const;

function kindFaults(path: Path, entry: PanelEntry): readonly Finding[] {
  const got = codedText('given-for-kind', { kind: entry.kind });
  return Object.entries(owners).flatMap(([key, kind]) =>
    entry[key as keyof typeof owners] === undefined || entry.kind === kind
      ? []
      : [wrongAt([...path, key], got, codedText('only-for-kind', { kind }))],
  );
}

function modelFaults(path: Path, entry: PanelEntry, known: Referable): readonly Finding[] {
  const { provider, prompt, tasks = [] } = entry;
  const found = Object.entries(settingProviders).flatMap(([key, providers]) =>
    entry[key as keyof typeof settingProviders] === undefined ||
    providers.some((one) => one === provider)
      ? []
      : [
          wrongAt(
            [...path, key],
            codedText('given-for-provider', { provider: provider ?? codedText('no-provider') }),
            codedText('only-for-provider', { providers: oneOf(providers) }),
          ),
        ],
  );
  const missing = (key: string, code: 'service-address' | 'recording-file'): Finding => ({
    path,
    fault: missingField(printPath([...path, key]), codedText(code)),
  });
  for (const key of ['base_url', 'key_env'] as const)
    if (entry.service !== undefined && entry[key] !== undefined)
      found.push(
        wrongAt([...path, key], codedText('declared-elsewhere'), codedText('service-or-own')),
      );
  if (provider === 'compatible' && entry.base_url === undefined && entry.service === undefined)
    found.push(missing('base_url', 'service-address'));
  if (provider === 'recorded' && entry.recording === undefined)
    found.push(missing('recording', 'recording-file'));
  if (prompt !== undefined && !known.prompts.includes(prompt))
    found.push(unknownAt([...path, 'prompt'], prompt, oneOf(known.prompts)));
  const unknown = tasks.flatMap((task, at) =>
    known.tasks.includes(task) ? [] : [unknownAt([...path, 'tasks', at], task, oneOf(known.tasks))],
  );
  return [...found, ...unknown];
}
