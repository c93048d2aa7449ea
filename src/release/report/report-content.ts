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
