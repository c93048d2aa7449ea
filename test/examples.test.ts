import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { agree } from '../src/operations/agreement/agree.ts';
import type { Agreement, AgreeRequest } from '../src/operations/agreement/agree.ts';
import { validate } from '../src/operations/protocol/validate.ts';

const project = fileURLToPath(new URL('..', import.meta.url));
const example = (name: string): string => join(project, 'examples', name);

/** Which script writes which example. */
const scripts = {
  'regulatory-topics': 'make-regulatory',
  'trial-relevance': 'make-trials',
  'rag-tasks': 'make-rag',
  'policy-ground-truth': 'make-policy',
} as const;
const names = Object.keys(scripts) as (keyof typeof scripts)[];

const readme = (name: string): string => readFileSync(join(example(name), 'README.md'), 'utf8');
const judgments = (name: string): readonly string[] =>
  readdirSync(join(example(name), 'judgments')).map((file) =>
    join(example(name), 'judgments', file),
  );

function compare(
  name: string,
  files: readonly string[],
  given: Partial<AgreeRequest> = {},
): Agreement {
  return agree({
    files: files.map((file) => join(example(name), 'judgments', file)),
    onePerFile: true,
    protocol: example(name),
    units: [],
    overlap: false,
    retest: false,
    ...given,
  });
}

const shown = (value: number | null, places: number): string =>
  value === null ? 'none' : value.toFixed(places);

describe('the examples', () => {
  it('are the four that there are', () => {
    expect(readdirSync(join(project, 'examples')).toSorted()).toEqual(
      [...names, 'stories'].toSorted(),
    );
  });

  it.each(names)('%s has no fault: protocol, guideline, units, judgments and all else', (name) => {
    // The pilot of the regulatory topics was judged under the guideline before.
    const [older, current] = [
      judgments(name).filter((file) => isOlder(file)),
      judgments(name).filter((file) => !isOlder(file)),
    ];
    expect(validate(example(name), current, null)).toMatchObject({ faults: [], count: 0 });
    if (older.length > 0)
      expect(
        validate(example(name), older, '0.9').faults.filter((one) => older.includes(one.file!)),
      ).toEqual([]);

    function isOlder(file: string): boolean {
      return name === 'regulatory-topics' && basename(file).startsWith('pilot.');
    }
  });

  it.each(names)('%s is what its script writes, byte for byte', async (name) => {
    const { files } = (await import(
      pathToFileURL(join(project, 'scripts/examples', `${scripts[name]}.ts`)).href
    )) as { readonly files: () => ReadonlyMap<string, string> };
    const made = files();
    expect(made.size).toBeGreaterThan(3);
    for (const [path, content] of made)
      expect([path, readFileSync(join(example(name), path), 'utf8') === content]).toEqual([
        path,
        true,
      ]);
    for (const folder of ['units', 'judgments'])
      expect(
        readdirSync(join(example(name), folder))
          .map((file) => `${folder}/${file}`)
          .filter((file) => !made.has(file)),
      ).toEqual([]);
  });

  it.each(names)('%s says that it is simulated, and tells only of files that are there', (name) => {
    const text = readme(name);
    expect(text).toMatch(/simulated/);
    expect(readFileSync(join(example(name), 'protocol.yaml'), 'utf8')).toMatch(
      /^simulated: true$/m,
    );
    const paths = [
      ...text.matchAll(
        /(?<![\w/.-])((?:judgments|units|rulings|policies)\/[\w.-]+\.(?:jsonl|json|yaml))/g,
      ),
    ].map((match) => match[1]!);
    expect(paths.filter((path) => !existsSync(join(example(name), path)))).toEqual([]);
  });
});

describe('the gates come out as the README of the example tells', () => {
  it('regulatory topics: a pilot that fails, a repetition and a full round that pass', () => {
    const experts = (round: string): readonly string[] =>
      ['a', 'b', 'c'].map((letter) => `${round}.expert_${letter}.jsonl`);
    const text = readme('regulatory-topics');
    const kappaOf = (one: Agreement, question: string): string =>
      shown(
        one.measured.questions.find(({ question: id }) => id === question)!.measures.fleiss_kappa
          .value,
        2,
      );
    const pilot = compare('regulatory-topics', experts('pilot'), {
      round: 'pilot',
      guideline: '0.9',
    });
    expect(text).toContain(
      `45 chunks, Fleiss' κ ` +
        `${shown(pilot.measured.overall('fleiss_kappa', 'macro').value, 2)} on average ` +
        'over the labels. The gate fails.',
    );
    expect(text).toContain(
      `OperationalRisk (${kappaOf(pilot, 'OperationalRisk')}) and\n   ` +
        `Outsourcing_ICT_DORA (${kappaOf(pilot, 'Outsourcing_ICT_DORA')})`,
    );
    const repilot = compare('regulatory-topics', experts('repilot'), { round: 'repilot' });
    expect(text).toContain(
      'on 45 other chunks: κ ' +
        `${shown(repilot.measured.overall('fleiss_kappa', 'macro').value, 2)}. The gate ` +
        'passes.',
    );
    const full = compare('regulatory-topics', experts('full'), { round: 'full' });
    expect(text).toContain(
      `100 chunks: κ ${shown(full.measured.overall('fleiss_kappa', 'macro').value, 2)} ` +
        `on average, OperationalRisk lowest with ${kappaOf(full, 'OperationalRisk')}. ` +
        'The gate passes.',
    );
    expect([pilot, repilot, full].map(({ gate, matrix }) => [gate?.status, matrix.size])).toEqual([
      ['FAIL', 45],
      ['PASS', 45],
      ['PASS', 100],
    ]);
  });

  it.each(['a', 'b', 'c'])(
    'regulatory topics: expert_%s passes the training against the key',
    (letter) => {
      const { gate, matrix } = compare(
        'regulatory-topics',
        [`training.expert_${letter}.jsonl`, 'training-key.jsonl'],
        { round: 'training' },
      );
      expect([gate?.status, matrix.size]).toEqual(['PASS', 15]);
    },
  );

  it.each([
    ['pilot', 'pilot.relevance', 'relevance', 'pilot', 'FAIL', 30],
    ['repilot', 'repilot.relevance', 'relevance', 'pilot', 'PASS', 20],
    ['full', 'relevance', 'relevance', 'full', 'PASS', 70],
    ['rules-pilot', 'pilot.rules', 'rules', 'rules-pilot', 'PASS', 30],
    ['rules-full', 'rules', 'rules', 'rules-full', 'PASS', 60],
  ])('trial relevance: %s', (row, files, task, round, status, size) => {
    const { exactShare, cohenKappa, gate, matrix } = compare(
      'trial-relevance',
      ['a', 'b'].map((letter) => `${files}.annotator_${letter}.jsonl`),
      { task, round, units: [join(example('trial-relevance'), `units/${task}.jsonl`)] },
    );
    expect([gate?.status, matrix.size]).toEqual([status, size]);
    expect(readme('trial-relevance')).toMatch(
      new RegExp(
        `^\\| ${row} \\|.*\\| ${shown(exactShare, 3)} \\| ${shown(cohenKappa.value, 3)} \\|$`,
        'm',
      ),
    );
  });

  it.each(['retrieval', 'grounding', 'generation'])(
    'RAG tasks: %s passes, with the figures of the table',
    (task) => {
      const { gate, measured } = compare(
        'rag-tasks',
        ['mara', 'jonas'].map((person) => `${task}.${person}.jsonl`),
        { task },
      );
      expect(gate?.status).toBe('PASS');
      for (const { question, measures } of measured.questions) {
        const cells = [
          measures.percent_agreement,
          measures.cohen_kappa,
          measures.krippendorff_alpha,
        ].map((estimate) => shown(estimate.value, 3));
        expect(readme('rag-tasks')).toContain(`| ${question} | ${cells.join(' | ')} |`);
      }
    },
  );

  it('policy ground truth: all quotas are met by the nine runs', () => {
    const { gate, families, matrix } = compare(
      'policy-ground-truth',
      ['gpt-5.1', 'gpt-5-mini', 'gpt-5-nano'].map((model) => `extraction.${model}.jsonl`),
      { onePerFile: false },
    );
    expect([
      gate?.status,
      matrix.size,
      families.map(({ annotators }) => annotators.length),
    ]).toEqual(['PASS', 1541, [1, 3, 5]]);
  });
});
