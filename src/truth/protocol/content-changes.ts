import { canonicalJson } from '../../domain/canonical-json.ts';
import type { CodedText, TextValue } from '../../domain/coded-text.ts';
import type { Guideline } from '../../domain/protocol/guideline.ts';
import { groupBy } from '../../domain/group-by.ts';
import { codedText } from '../../domain/text-values.ts';

/**
 * What a change concerns. `wording`: neither answers nor rules. `asked`: what an annotator or a
 * model reads in order to answer. `rules`: who judges, what must be reached, what counts.
 */
export type ChangeClass = 'wording' | 'asked' | 'rules';

/** One change between two versions of a protocol, in words. */
export interface ListedChange {
  readonly class: ChangeClass;
  readonly text: CodedText;
  /** The round that it touches, where it is one. */
  readonly round: string | null;
}

/** A file that a protocol names, as it was read. */
export interface NamedFile {
  readonly file: string;
  readonly kind: 'key' | 'keywords' | 'policy' | 'recording';
  readonly content: unknown;
}

/** What changed in the guideline: its cards, its chapters, their order and its title. */
export function guidelineChanges(before: Guideline, after: Guideline): readonly ListedChange[] {
  const common = { round: null, class: 'asked' } as const;
  const cards = named(before.cards, after.cards, (card) => card.question);
  const chapters = named(before.chapters, after.chapters, (chapter) => chapter.title);
  const found = [
    ...cards.map(([code, question]) => [code, codedText('guideline-card', { question })] as const),
    ...chapters.map(([code, title]) => [code, codedText('guideline-chapter', { title })] as const),
  ].map(([code, what]): ListedChange => ({ ...common, text: codedText(code, { what }) }));
  const orders = ({ cards: all, chapters: others }: Guideline): string =>
    canonicalJson([all.map((card) => card.question), others.map((chapter) => chapter.title)]);
  if (found.length === 0 && orders(before) !== orders(after)) {
    const what = codedText('order-of-guideline');
    found.push({ ...common, text: codedText('change-text', { what }) });
  }
  if (before.title !== after.title) {
    const values = { before: before.title, after: after.title };
    const text = codedText('change-value', { what: codedText('guideline-title'), ...values });
    found.push({ round: null, class: 'wording', text });
  }
  return found;
}

/** What changed in the files that a protocol names. */
export function fileChanges(
  before: readonly NamedFile[],
  after: readonly NamedFile[],
): readonly ListedChange[] {
  const files = named(before, after, (one) => one.file);
  return files.flatMap(([code, file]): readonly ListedChange[] => {
    const [old, now] = [before, after].map((list) => list.find((one) => one.file === file));
    const isRule = (now ?? old)!.kind !== 'recording';
    const common = { class: isRule ? 'rules' : 'wording', round: null } as const;
    if (old === undefined || now === undefined || !isRule)
      return [{ ...common, text: codedText(code, { what: codedText('named-file', { file }) }) }];
    if (now.kind === 'policy') return policyChanges(file, old.content, now.content);
    // Known answers and keywords are hidden from annotators: only their number is shown.
    const kind = now.kind === 'key' ? 'known-answers' : 'keywords-in';
    const counts = entryCounts(leaves(old.content), leaves(now.content));
    const values = { what: codedText(kind, { file }), ...counts };
    return [{ ...common, text: codedText('change-entries', values) }];
  });
}

function policyChanges(file: string, before: unknown, after: unknown): readonly ListedChange[] {
  const [old, now] = [leaves(before), leaves(after)];
  const paths = [...new Set([...now.keys(), ...old.keys()])];
  return paths.flatMap((part): readonly ListedChange[] => {
    if (old.get(part) === now.get(part)) return [];
    const shown = (found: ReadonlyMap<string, string>): TextValue =>
      found.get(part) ?? codedText('no-setting');
    const values = { what: codedText('part-of-file', { part, file }), before: shown(old) };
    const text = codedText('change-value', { ...values, after: shown(now) });
    return [{ class: 'rules', round: null, text }];
  });
}

/** The values of a file by their path; of a map, its entries. */
function leaves(content: unknown, path = ''): ReadonlyMap<string, string> {
  if (content instanceof Map)
    return new Map([...content].map(([key, value]) => [String(key), canonicalJson(value)]));
  if (content === null || typeof content !== 'object' || Object.keys(content).length === 0)
    return new Map([[path, canonicalJson(content)]]);
  return new Map(
    Object.entries(content)
      .filter(([, value]) => value !== undefined)
      .flatMap(([key, value]) => [...leaves(value, path === '' ? key : `${path}.${key}`)]),
  );
}

function entryCounts(
  old: ReadonlyMap<string, string>,
  now: ReadonlyMap<string, string>,
): Readonly<Record<'changed' | 'added' | 'removed', number>> {
  const keys = [...now.keys()];
  return {
    changed: keys.filter((key) => old.has(key) && old.get(key) !== now.get(key)).length,
    added: keys.filter((key) => !old.has(key)).length,
    removed: [...old.keys()].filter((key) => !now.has(key)).length,
  };
}

/** What happened to named entries: changed, added or removed. */
function named<Thing>(
  before: readonly Thing[],
  after: readonly Thing[],
  nameOfThing: (thing: Thing) => string,
): readonly (readonly ['change-added' | 'change-removed' | 'change-text', string])[] {
  const [olds, nows] = [groupBy(before, nameOfThing), groupBy(after, nameOfThing)];
  const names = [...new Set([...nows.keys(), ...olds.keys()])];
  return names.flatMap((name): ReturnType<typeof named> => {
    const [old, now] = [olds, nows].map((all) => canonicalJson((all.get(name) ?? []).map(plain)));
    if (old === now) return [];
    if (old === '[]') return [['change-added', name]];
    return [[now === '[]' ? 'change-removed' : 'change-text', name]];
  });
}

/** A thing as plain JSON: maps as objects, whose order does not matter. */
function plain(value: unknown): unknown {
  if (value instanceof Map)
    return Object.fromEntries([...value].map(([key, one]) => [String(key), plain(one)]));
  if (Array.isArray(value)) return value.map(plain);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, plain(one)]));
}
