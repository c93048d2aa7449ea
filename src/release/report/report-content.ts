import type { Figures } from '../figures.ts';
import type { RecordFold } from '../record-fold.ts';
import { agreementSection } from './agreement-section.ts';
import { day } from './cells.ts';
import { checklistsSection } from './checklists-section.ts';
import { changesSection } from './changes-section.ts';
import { dataSection } from './data-section.ts';
import { definitionsSection } from './definitions-section.ts';
import { methodSection } from './method-section.ts';
import { modelsSection } from './models-section.ts';
import { overviewSection } from './overview-section.ts';
import { peopleSection } from './people-section.ts';
import type { Report, ReportSection } from './report.ts';
import { roundsSection } from './rounds-section.ts';
import { verdictsSection } from './verdicts-section.ts';

/** The version of what is no release yet. */
export const draftVersion = 'draft';

/** What the report about a release says, from its record and its figures and nothing else. */
export function reportContent(fold: RecordFold, figures: Figures): Report {
  const { title, version, simulated, asOf, guideline, protocolVersion } = figures;
  const kind = version === draftVersion ? 'draft' : 'release';
  const sections: readonly (ReportSection | null)[] = [
    overviewSection(figures),
    methodSection(fold, figures),
    roundsSection(figures),
    agreementSection(figures),
    dataSection(figures),
    verdictsSection(figures),
    peopleSection(figures),
    modelsSection(figures),
    changesSection(fold, figures),
    checklistsSection(figures),
    definitionsSection(),
    kind === 'draft' ? null : proofSection(fold),
  ];
  return {
    title,
    version,
    simulated,
    kind,
    lines: [
      kind === 'draft' ? 'Draft: not a release' : `Release ${version}`,
      `Protocol version ${protocolVersion}, guideline ${guideline}`,
      `As of ${day(asOf)}`,
    ],
    sections: sections.filter(
      (section) => section !== null && section.blocks.length > 0,
    ) as Report['sections'],
  };
}

/** What can be proven of a release, by what, and what cannot. */
function proofSection({ record: { audit } }: RecordFold): ReportSection {
  const withHead =
    'An audit head that was kept elsewhere after the release was cut proves that this is the ' +
    'release the audit log knew then. ';
  const items = [
    'The release by itself proves that every number, table and truth in it follows from its ' +
      'judgments, and that no gate failed without a waiver. It does not prove that these are the ' +
      'judgments that were given: whoever changes answers and computes all again has a release ' +
      'that is consistent, too.',
    'A signature proves that the owner of a key has signed exactly these files.',
    audit === null
      ? `${withHead}This release was cut from files, so it has no audit entry and no such head.`
      : `${withHead}The entry is in audit-entry.json, with all that its hash is computed from.`,
    'The workspace proves that it cut this release, as far as its own audit log is proven.',
    'The page report.html proves itself with its own program. Only “assay verify” also proves ' +
      'the program.',
  ];
  return { id: 'trust', title: 'What proves this release', blocks: [{ kind: 'list', items }] };
}
