import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The labels of the regulatory example in their order on the page. */
export const labels = [
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
] as const;

/** What is ticked about a unit, each label with its grade. */
export type Ticks = Readonly<Record<string, number>>;

/** What a file of the example says about each unit. */
export function ticksIn(file: string): ReadonlyMap<string, Ticks> {
  const rows = readFileSync(join(folder, file), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Row);
  return new Map(
    rows.map((row) => [
      row.chunk_id,
      Object.fromEntries(row.labels.map((label) => [label, row.grades?.[label] ?? 1])),
    ]),
  );
}

/** The keys that tick these labels with their grades; none ticked is said by its own key. */
export function keysFor(ticks: Ticks): readonly string[] {
  const ticked = Object.entries(ticks);
  return ticked.length === 0
    ? ['n']
    : ticked.flatMap(([label, grade]) => [labelKey(label), grade === 2 ? 'e' : 'w']);
}

/** The answers that the database has for them. */
export function answersFor(ticks: Ticks): Readonly<Record<string, number>> {
  return Object.fromEntries(labels.map((label) => [label, ticks[label] ?? 0]));
}

/** The key of a label: its digit, with Shift from the eleventh on. */
export function labelKey(label: string): string {
  const place = labels.findIndex((one) => one === label);
  const digit = (place + 1) % 10;
  return place < 10 ? `Digit${digit}` : `Shift+Digit${digit}`;
}

interface Row {
  readonly chunk_id: string;
  readonly labels: readonly string[];
  readonly grades?: Readonly<Record<string, number>>;
}

const folder = fileURLToPath(
  new URL('../../examples/regulatory-topics/judgments', import.meta.url),
);
