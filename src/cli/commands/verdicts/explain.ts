import { runExplain, runRecordExplain } from '../../../operations/verdicts/run-compute.ts';
import type { AddCommand } from '../../commands.ts';
import { explanationJson, explanationReport } from './explanation-report.ts';
import { note, print, printJson } from '../../output.ts';
import { progressBar } from '../../progress.ts';
import { onRecord, verdictDatabase } from './verdict-source.ts';
import { addSourceOptions, sourceRequest } from './compute.ts';
import type { SourceOptions } from './compute.ts';

const explainHelp = `
Example:
  assay explain G1_allergy_V2 B20 --k 50 --protocol examples/policy-ground-truth
  assay explain G1_allergy_V2 B20 --project policy-ground-truth`;

interface Options extends SourceOptions {
  readonly json?: true;
}

/** `assay explain`: the trace of one verdict. */
export const addExplain: AddCommand = (program, exit) => {
  const command = program
    .command('explain')
    .description(
      'show how a policy reached its verdict: rules or points, units, votes and overrides',
    )
    .argument('<policy>', 'the policy')
    .argument('<subject>', 'the subject, such as a business');
  addSourceOptions(command)
    .option('--json', 'print JSON')
    .addHelpText('after', explainHelp)
    .action(async (policy: string, subject: string, options: Options) => {
      const bar = progressBar('Reading');
      const request = { ...sourceRequest(options, [policy], false), progress: bar.step };
      const database = verdictDatabase(options);
      const { explanations, stale, notes } =
        database === null
          ? runExplain(request, subject)
          : await onRecord(database, options, ({ store }, project) =>
              runRecordExplain(store, project, request, subject),
            );
      bar.stop();
      for (const one of notes) note(`note: ${one}`);
      if (options.json) printJson(explanations.map(explanationJson));
      else if (explanations.length > 0) print(explanations.map(explanationReport).join('\n\n\n'));
      for (const one of stale) note(one.message);
      exit(stale.length > 0 ? 1 : 0);
    });
};
