import { existsSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { importPolicy } from '../../formats/verdicts/legacy-policy-import.ts';
import type { LegacyPolicy } from '../../formats/verdicts/legacy-policy.ts';
import {
  legacyTopicId,
  readLegacyPolicy,
  termReferences,
} from '../../formats/verdicts/legacy-policy.ts';
import { readLegacyTerms, termDomain } from '../../formats/verdicts/legacy-terms.ts';
import type { Term, TermLibrary } from '../../formats/verdicts/legacy-terms.ts';
import {
  hasAllTerms,
  legacyTopic,
  restFaults,
  topicTerms,
} from '../../formats/verdicts/legacy-topic.ts';
import { termHash } from '../../formats/verdicts/term-hash.ts';
import type { Topic } from '../../truth/verdicts/topic.ts';
import { readText } from '../text-file.ts';
import type { FaultList } from '../text-file.ts';
import { legacyPreset } from './legacy-preset.ts';
import { loadedPolicy } from '../../formats/verdicts/policy-topics.ts';
import { readOrReport, report, yamlFiles } from './policy-files.ts';
import type { PolicyFile } from './policy-files.ts';

/** The topics of legacy policies; all variants of a topic together say what is asked. */
export function legacyTopics(
  chosen: readonly PolicyFile[],
  files: readonly PolicyFile[],
  terms: string | undefined,
  ks: readonly number[],
  found: FaultList,
  notes: string[],
): readonly Topic[] {
  const ids = [...new Set(chosen.map((file) => legacyTopicId(file.id)))];
  if (ids.length === 0) return [];
  const { library, doubts } =
    terms === undefined ? { library: null, doubts: new Set<string>() } : termLibrary(terms, found);
  if (library === null) notes.push(withoutTerms);
  const preset = legacyPreset();
  return ids.map((id) => {
    // The terms of all variants together make the schema, whichever of them are computed.
    const variants = files
      .filter((file) => file.isLegacy && legacyTopicId(file.id) === id)
      .flatMap((file) => {
        const result = readLegacyPolicy(file.text);
        if (!result.ok && result.rest !== null && library !== null)
          report(restFaults(result.rest, library, doubts, preset), file, found);
        return readOrReport(file, result, found).map((policy) => ({ file, policy }));
      });
    const originals = variants.map((one) => one.policy);
    const known = library ?? new Map<string, Term>();
    const { terms: own, faults } = topicTerms(originals, known, doubts);
    if (library !== null)
      for (const { policy, fault: one } of faults)
        report([one], variants.find((variant) => variant.policy === policy)!.file, found);
    const topic = legacyTopic(id, originals, own, preset);
    const isComplete = (policy: LegacyPolicy): boolean =>
      library === null ||
      policy.content.normative.scoring?.field_mapping !== undefined ||
      hasAllTerms(termReferences(policy), library);
    const policies = chosen
      .flatMap((file) => variants.filter((variant) => variant.file === file))
      .filter(({ policy }) => isComplete(policy))
      .flatMap(({ file, policy }) => {
        const result = importPolicy(policy, topic, ks);
        if (result.ok) notes.push(...result.notes.map((note) => `${file.file}, ${note}.`));
        else report(result.faults, file, found);
        return result.ok ? [loadedPolicy(result.policy, file)] : [];
      });
    const schema = library === null ? null : topic.schema;
    const hash = schema === null ? null : termHash(schema);
    return { id, task: topic.task, schema, termHash: hash, policies };
  });
}

const withoutTerms =
  'There are no terms, so values are taken as they come and ' +
  'it is not checked whether judgments are stale. Pass --terms.';

/** Where terms usually are, seen from legacy policies. */
export function termsBeside(policies: string): string | undefined {
  const folder = statSync(policies).isDirectory() ? policies : dirname(policies);
  return [join(folder, 'terms'), join(folder, '../terms'), join(folder, '../libraries/terms')].find(
    (path) => existsSync(path) && statSync(path).isDirectory(),
  );
}

/** The terms of all files, and as `doubts` the files or domains that cannot be read. */
function termLibrary(
  path: string,
  found: FaultList,
): { readonly library: TermLibrary; readonly doubts: ReadonlySet<string> } {
  const library = new Map<string, Term>();
  const doubts = new Set<string>();
  for (const file of yamlFiles(path)) {
    const domain = `${termDomain(basename(file))}:`;
    const result = readLegacyTerms(readText(file));
    readOrReport({ file }, result, found);
    for (const term of result.ok ? result.value : result.rest.terms)
      library.set(`${domain}${term.id}`, term);
    if (!result.ok) for (const id of result.rest.unreadable ?? ['']) doubts.add(`${domain}${id}`);
  }
  return { library, doubts };
}
