import { models, terms } from './verdict-policies.ts';

/** Units of each subject. */
export const unitsPerSubject = 200;

/**
 * A number that looks random and is the same in every language: 32 bits mixed out of four numbers.
 */
function mixed(unit: number, run: number, question: number, salt: number): number {
  let hash =
    Math.imul(unit + 1, 0x9e3779b1) ^
    Math.imul(run + 1, 0x85ebca6b) ^
    Math.imul(question + 1, 0xc2b2ae35) ^
    salt;
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  hash = Math.imul(hash ^ (hash >>> 12), 0x297a2d39);
  return (hash ^ (hash >>> 15)) >>> 0;
}

/**
 * What a run answers: the unit's own answer in nine cases out of ten. One unit in eight is
 * relevant, as in the example.
 */
function judgment(unit: number, run: number): string {
  const truth = (question: number): number => mixed(unit, 99, question, 7);
  const own = (question: number): number =>
    mixed(unit, run, question, 1) % 10 < 9 ? truth(question) : mixed(unit, run, question, 2);
  const relevant = own(0) % 8 === 0;
  const fields = relevant
    ? Object.entries(terms).map(
        ([field, values], at) => `"${field}": "${values[own(at + 1) % values.length]}"`,
      )
    : [];
  return [`"review_id": "${unitId(unit)}"`, `"is_relevant": ${relevant}`, ...fields].join(', ');
}

function unitId(unit: number): string {
  return `review_${String(unit).padStart(15, '0')}`;
}
/** Units as rows of the protocol's own format. */
export function* unitRows(subjects: number): IterableIterator<string> {
  for (let unit = 0; unit < subjects * unitsPerSubject; unit += 1)
    yield (
      `{"review_id": "${unitId(unit)}", "business_id": ` +
        `"b${Math.floor(unit / unitsPerSubject)}", "name": "Business ` +
        `${Math.floor(unit / unitsPerSubject)}", "categories": ` +
        `"${categories(Math.floor(unit / unitsPerSubject))}", "text": "${reviewText}", ` +
        `"date": "${dateOf(unit)}"}\n`
    );
}

/** Judgments of one model; `first` numbers its first run among all runs. */
export function* judgmentRows(
  subjects: number,
  model: string,
  runs: number,
  first: number,
): IterableIterator<string> {
  for (let unit = 0; unit < subjects * unitsPerSubject; unit += 1) {
    for (let run = 1; run <= runs; run += 1)
      yield (
        `{${judgment(unit, first + run - 1)}, "annotator_id": "${model}#${run}", ` +
          '"guideline_version": "1.0"}\n'
      );
  }
}

const reviewText = 'The soup was hot and the waiter kind. '.repeat(12);

function dateOf(unit: number): string {
  return new Date(Date.UTC(2022, 0, 1) - (mixed(unit, 0, 0, 3) % 157_680_000) * 1000)
    .toISOString()
    .replace('T', ' ')
    .slice(0, 19);
}

function categories(subject: number): string {
  return `${subject % 5 === 0 ? 'Thai, ' : ''}Restaurants`;
}

/** The same units as a dataset file: a subject on each line. */
export function* datasetRows(subjects: number): IterableIterator<string> {
  for (let subject = 0; subject < subjects; subject += 1) {
    const reviews = Array.from({ length: unitsPerSubject }, (_, at) => {
      const unit = subject * unitsPerSubject + at;
      return (
        `{"review_id": "${unitId(unit)}", "text": "${reviewText}", "date": ` +
        `"${dateOf(unit)}", "stars": 3.0}`
      );
    });
    yield (
      `{"business_id": "b${subject}", "business": {"name": "Business ${subject}", ` +
        `"categories": "${categories(subject)}"}, "reviews": [${reviews.join(', ')}]}\n`
    );
  }
}

/** The same judgments as a cache of model runs. */
export function* cacheEntries(subjects: number): IterableIterator<string> {
  const config = Object.fromEntries(models.map(([model, runs]) => [model, runs]));
  yield (
    '{"_metadata": {"B1_bench": {"created_at": "2026-01-18T10:00:00", "model_config": ' +
      `${JSON.stringify(config)}}}, "raw": {`
  );
  let first = true;
  for (let unit = 0; unit < subjects * unitsPerSubject; unit += 1) {
    let number = 0;
    for (const [model, runs] of models) {
      for (let run = 1; run <= runs; run += 1) {
        yield (
          `${first ? '' : ', '}"B1_bench::${unitId(unit)}::${model}::run${run}": ` +
            `{${judgment(unit, number)}, "_model": "${model}", "_run": ${run}}`
        );
        first = false;
        number += 1;
      }
    }
  }
  yield '}, "aggregated": {}}';
}
