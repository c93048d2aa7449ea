import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { closeRound } from '../../src/operations/rounds/close-round.ts';
import { nextUnits } from '../../src/operations/judging/next-unit.ts';
import { openRound } from '../../src/operations/rounds/open-round.ts';
import { saveJudgment } from '../../src/operations/judging/save-judgment.ts';
import type { WorkContext } from '../../src/operations/work-context.ts';
import type { Person, Workbench } from './workbench.ts';

/**
 * The regulatory example as a project in which people have worked: training and pilot are closed,
 * the full round is partly done.
 */
export interface LeadProject {
  readonly project: string;
  readonly lead: Person;
  readonly senior: Person;
  readonly reviewer: Person;
  readonly experts: readonly Person[];
}

/**
 * How far the work is brought: `training` and `pilot` are done, `full` is open with this share
 * judged.
 */
export interface Stage {
  readonly rounds: readonly ('training' | 'pilot' | 'repilot')[];
  /** Of the full round, how much of each expert's units; left out when it is not opened. */
  readonly full?: number;
}

/**
 * Makes the project. The experts answer as they do in the example's files, unit by unit; the
 * training they answer by its key.
 */
export async function leadProject(workbench: Workbench, stage: Stage): Promise<LeadProject> {
  const project = await workbench.load('regulatory-topics');
  const lead = await workbench.person('lena', { '*': 'lead' }, { name: 'Lena Lindqvist' });
  const senior = await workbench.person(
    'sam',
    { [project]: 'adjudicator' },
    { name: 'Sam Senior' },
  );
  const reviewer = await workbench.person(
    'rita',
    { [project]: 'reviewer' },
    { name: 'Rita Reviewer' },
  );
  const experts: Person[] = [];
  for (const letter of ['a', 'b', 'c'])
    experts.push(
      await workbench.person(
        `expert_${letter}`,
        { [project]: 'annotator' },
        { name: `Expert ${letter.toUpperCase()}` },
      ),
    );
  // The last of it was done today, so that there is a pace to forecast from.
  let now = workbench.workspace().clock().getTime() - 19 * 86_400_000;
  const at = (person: Person): WorkContext => ({ ...person.work, clock: () => new Date(now) });
  const judge = async (round: string, share: number): Promise<string> => {
    const { run } = await openRound(at(lead), { project, round, seed: 7 });
    for (const [place, expert] of experts.entries()) {
      const begin = now;
      const { remaining } = await nextUnits(at(expert), { run: run.id });
      const wanted = Math.round(remaining * share);
      for (let done = 0; done < wanted;) {
        const { units } = await nextUnits(at(expert), { run: run.id, count: 10 });
        for (const { unit } of units.slice(0, wanted - done)) {
          // In the repetition they have learnt from the pilot: most of what they say is what the
          // first of them says.
          const voice = round === 'repilot' && done % 4 !== 0 ? experts[0]!.login : expert.login;
          const given =
            (round === 'training' ? keyed : known(voice)).get(unit) ?? keyed.get(unit) ?? nothing;
          const seconds = 300 + ((done * 37) % 240) + place * 40;
          // Ten units a day, so that the work goes over several weeks.
          now += done % 10 === 9 ? 86_400_000 - 10 * seconds * 1000 : seconds * 1000;
          await saveJudgment(at(expert), {
            run: run.id,
            unit,
            answers: given.answers,
            asides: given.asides,
            seconds,
            idempotencyKey: `${run.id}/${expert.login}/${unit}`,
          });
          done += 1;
        }
      }
      if (place < experts.length - 1) now = begin;
    }
    now += 86_400_000;
    return run.id;
  };
  for (const round of stage.rounds) await closeRound(at(lead), { run: await judge(round, 1) });
  if (stage.full !== undefined) await judge('full', stage.full);
  return { project, lead, senior, reviewer, experts };
}

interface Given {
  readonly answers: Readonly<Record<string, number>>;
  readonly asides: {
    readonly confidence?: 'low' | 'medium' | 'high';
    readonly notes?: string;
    readonly flag?: boolean;
  };
}

interface Row {
  readonly chunk_id: string;
  readonly labels: readonly string[];
  readonly grades?: Readonly<Record<string, number>>;
  readonly confidence?: 'low' | 'medium' | 'high';
  readonly notes?: string;
  readonly flag?: boolean;
}

const folder = fileURLToPath(
  new URL('../../examples/regulatory-topics/judgments', import.meta.url),
);
const files = readdirSync(folder).filter((file) => file.endsWith('.jsonl'));
const labels = [
  'IRB',
  'CreditRisk',
  'Securitisation',
  'SRT',
  'MarketRisk_FRTB',
  'Liquidity_LCR',
  'Liquidity_NSFR',
  'LeverageRatio',
  'OperationalRisk',
  'AML_KYC',
  'Governance',
  'Reporting_COREP_FINREP',
  'StressTesting',
  'Outsourcing_ICT_DORA',
];
const nothing: Given = {
  answers: Object.fromEntries(labels.map((label) => [label, 0])),
  asides: {},
};
const keyed = read(files.filter((file) => file === 'training-key.jsonl'));

const voices = new Map<string, ReadonlyMap<string, Given>>();

/**
 * What an expert said about each unit; of the hurried first pilot only what was not judged again.
 */
function known(expert: string): ReadonlyMap<string, Given> {
  const given =
    voices.get(expert) ??
    read(
      files
        .filter((file) => file.endsWith(`.${expert}.jsonl`))
        .toSorted((a, b) => Number(a.startsWith('full')) - Number(b.startsWith('full'))),
    );
  voices.set(expert, given);
  return given;
}

function read(names: readonly string[]): ReadonlyMap<string, Given> {
  const rows = names.flatMap((name) =>
    readFileSync(join(folder, name), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Row),
  );
  return new Map(
    rows.map((row) => [
      row.chunk_id,
      {
        answers: Object.fromEntries(
          labels.map((label) => [
            label,
            row.labels.includes(label) ? (row.grades?.[label] ?? 1) : 0,
          ]),
        ),
        asides: {
          ...(row.confidence === undefined ? {} : { confidence: row.confidence }),
          ...(row.notes === undefined ? {} : { notes: row.notes }),
          ...(row.flag === undefined ? {} : { flag: row.flag }),
        },
      },
    ]),
  );
}
