import { surveyShare } from '../src/statistics/release/survey-share.ts';
import type { SurveyUnit } from '../src/statistics/release/survey-share.ts';
import { seededRandom } from '../src/statistics/seeded-random.ts';
import type { SeededRandom } from '../src/statistics/seeded-random.ts';
import { shuffle } from '../src/statistics/shuffle.ts';
import type { Report } from './benchmark.ts';

/** A way to draw from a population with a known share. */
interface Design {
  readonly name: string;
  readonly drawn: number;
  readonly share: number;
  draw(random: SeededRandom): readonly SurveyUnit[];
}

/** A population unit: whether it has the property, and its stratum or document. */
interface Member {
  readonly has: boolean;
  readonly group: number;
}

/** How often the interval of a survey share holds the share of the population, and its width. */
export const report: Report<string> = {
  name: 'coverage of shares under a sampling design',
  measure: (quick) => Promise.resolve(surveyCoverage(quick ? 200 : 2000)),
  print: (text) => text,
};

function surveyCoverage(repetitions: number): string {
  const rows = designs().map((design) => {
    const random = seededRandom(`${design.name} ${design.drawn}`);
    let held = 0;
    let width = 0;
    for (let at = 0; at < repetitions; at += 1) {
      const { value, ...estimate } = surveyShare(design.draw(random));
      const interval = value === null || !('interval' in estimate) ? null : estimate.interval;
      if (interval === null) continue;
      if (interval[0] <= design.share + 1e-12 && design.share <= interval[1] + 1e-12) held += 1;
      width += (interval[1] - interval[0]) / repetitions;
    }
    const coverage = `${((100 * held) / repetitions).toFixed(1)} %`;
    const share = design.share.toFixed(3);
    return `| ${design.name} | ${design.drawn} | ${share} | ${coverage} | ${width.toFixed(3)} |`;
  });
  const head = '| Draw | Units | Share | Coverage | Width |';
  return [head, '| --- | --- | --- | --- | --- |', ...rows].join('\n');
}

function designs(): readonly Design[] {
  const plain = population(5000, () => 0.3);
  const rare = population(5000, () => 0.05);
  const strata = population(6000, (group) => [0.02, 0.1, 0.6][group]!, 3);
  const documents = population(6000, (group) => (group % 5 === 0 ? 0.6 : 0.15), 300);
  return [
    simple('simple random', plain, 100),
    simple('simple random', plain, 1000),
    simple('simple random, rare', rare, 400),
    stratified('three strata, rare ones drawn more often', strata, [100, 100, 200]),
    stratified('three strata, one taken whole', strata, [150, 150, 2000]),
    clustered('whole documents of 20', documents, 40),
    clustered('whole documents of 20', documents, 100),
  ];
}

function population(
  size: number,
  chance: (group: number) => number,
  groups = 1,
): readonly Member[] {
  const random = seededRandom(`population ${size} ${groups}`);
  return Array.from({ length: size }, (_, at) => {
    const group = at % groups;
    return { has: random.next() < chance(group), group };
  });
}

function shareOf(members: readonly Member[]): number {
  return members.filter((one) => one.has).length / members.length;
}

function drawn<Thing>(things: readonly Thing[], size: number, random: SeededRandom) {
  const order = shuffle(
    Int32Array.from(things, (_, at) => at),
    random,
  );
  return [...order.subarray(0, size)].map((at) => things[at]!);
}

function simple(name: string, members: readonly Member[], size: number): Design {
  const probability = size / members.length;
  return {
    name,
    drawn: size,
    share: shareOf(members),
    draw: (random) =>
      drawn(members, size, random).map(({ has }, cluster) => ({ has, probability, cluster })),
  };
}

function stratified(name: string, members: readonly Member[], sizes: readonly number[]): Design {
  return {
    name,
    drawn: sizes.reduce((sum, size) => sum + size, 0),
    share: shareOf(members),
    draw: (random) =>
      sizes.flatMap((size, group) => {
        const own = members.filter((one) => one.group === group);
        const probability = size / own.length;
        return drawn(own, size, random).map(({ has }, at) => {
          return { has, probability, cluster: group * 100_000 + at };
        });
      }),
  };
}

function clustered(name: string, members: readonly Member[], size: number): Design {
  const groups = [...new Set(members.map((one) => one.group))];
  const probability = size / groups.length;
  return {
    name: `${name}, ${size} of ${groups.length}`,
    drawn: (size * members.length) / groups.length,
    share: shareOf(members),
    draw: (random) => {
      const chosen = new Set(drawn(groups, size, random));
      return members
        .filter((one) => chosen.has(one.group))
        .map(({ has, group }) => ({ has, probability, cluster: group }));
    },
  };
}
