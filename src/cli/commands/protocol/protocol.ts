import { defined } from '../../../domain/defined.ts';
import { inEnglish } from '../../../domain/english.ts';
import {
  newProtocolVersion,
  previewProtocolVersion,
} from '../../../operations/protocol/new-protocol-version.ts';
import type { NewProtocolVersion } from '../../../operations/protocol/new-protocol-version.ts';
import { protocolFolder } from '../../../operations/protocol/protocol-folder.ts';
import { showRuleChanges } from '../../../operations/protocol/rule-changes.ts';
import type { RuleChange } from '../../../operations/protocol/rule-changes.ts';
import { listProtocolVersions } from '../../../operations/protocol/show-project.ts';
import type { AddCommand } from '../../commands.ts';
import { inProject, onProject } from '../../in-project.ts';
import type { ProjectOptions } from '../../in-project.ts';
import { examples } from '../../options.ts';
import { note, number, numeric, print, printJson, table } from '../../output.ts';

interface UpdateOptions extends ProjectOptions {
  readonly reason?: string;
  readonly dryRun?: true;
}

/** `assay protocol`: the versions of a project's protocol, and a further one. */
export const addProtocol: AddCommand = (program, exit) => {
  const verb = program
    .command('protocol')
    .description('list the versions of a protocol with what changed, or add one');
  onProject(
    verb.command('list', { isDefault: true }),
    'list the versions, and who changed which rule',
  )
    .addHelpText('after', examples(['assay protocol --project regulatory-topics']))
    .action(async (options: ProjectOptions) => {
      await inProject(options, async (context, project) => {
        const versions = await listProtocolVersions(context, { project });
        const rules = await showRuleChanges(context, { project });
        if (options.json) return void printJson({ project, versions, rule_changes: rules });
        const columns = [numeric('version'), 'guideline', 'added', 'by'];
        const rows = versions.map((one) => [
          String(one.version),
          one.guidelineVersion,
          one.createdAt,
          one.createdBy,
        ]);
        print(table(columns, rows));
        if (rules.length === 0) return void note('The rules never changed.');
        print(['', 'Changes to the rules', ...rules.flatMap(ruleLines)].join('\n'));
      });
      exit(0);
    });
  onProject(verb.command('update'), 'add a version; open rounds keep the one they were opened with')
    .argument('<folder>', 'the folder of the protocol, or its file')
    .option('--reason <text>', 'why the rules change; required after the first judgment')
    .option('--dry-run', 'only say what would change')
    .addHelpText(
      'after',
      examples([
        'assay protocol update my-project --dry-run',
        'assay protocol update my-project --reason "30 units were too few"',
      ]),
    )
    .action(async (folder: string, options: UpdateOptions) => {
      const content = protocolFolder(folder);
      await inProject(options, async (context, project) => {
        const input = { project, content };
        if (options.dryRun === true) {
          const preview = await previewProtocolVersion(context, input);
          if (options.json) return void printJson(json(preview));
          printChanges(preview);
          if (preview.reasonRequired) note('The rules change: --reason is required.');
          return void note('Nothing was added.');
        }
        const { reason } = options;
        const added = await newProtocolVersion(context, { ...input, ...defined({ reason }) });
        if (options.json) return void printJson(json(added));
        if (!added.fresh)
          return void print(`${project} already has this protocol: version ${added.version}.`);
        printChanges(added);
        print(`${project} now has version ${added.version} of its protocol.`);
      });
      exit(0);
    });
};

/** Every change in words, by what it concerns. */
function printChanges({ changes, stale }: Pick<NewProtocolVersion, 'changes' | 'stale'>): void {
  const titles = {
    rules: 'Rules',
    asked: 'What is asked; earlier judgments are stale',
    wording: 'Wording and plans',
  } as const;
  const lines = (['rules', 'asked', 'wording'] as const).flatMap((group) => {
    const own = changes.list.filter((one) => one.class === group);
    if (own.length === 0) return [];
    return [titles[group], ...own.map(({ text }) => `  ${inEnglish(text)}`)];
  });
  print(lines.length === 0 ? 'Only comments or formatting changed.' : lines.join('\n'));
  for (const { task, judgments } of stale)
    print(`${task}: ${number(judgments, 'judgment')} under older versions.`);
}

function ruleLines({ version, at, by, reason, changes }: RuleChange): readonly string[] {
  const why = reason === null ? 'no reason was needed' : reason;
  return [
    `version ${version}, ${by}, ${at}: ${why}`,
    ...changes.map(({ text }) => `  ${inEnglish(text)}`),
  ];
}

function json(result: Omit<NewProtocolVersion, 'reason'> & { reasonRequired?: boolean }): unknown {
  const { changes, reasonRequired, ...rest } = result;
  return {
    ...rest,
    changes: changes.list.map((one) => ({ ...one, message: inEnglish(one.text) })),
    ...(reasonRequired === undefined ? {} : { reason_required: reasonRequired }),
  };
}
