import { codedText, oneOf } from '../../domain/text-values.ts';
import { fault } from '../../domain/fault.ts';
import type { Fault } from '../../domain/fault.ts';
import { wrongField } from '../../domain/field-fault.ts';
import type {
  Guideline,
  GuidelineCard,
  GuidelineChapter,
} from '../../domain/protocol/guideline.ts';
import type { Read } from '../yaml-source.ts';

/** What a guideline must say about each question, by the heading it stands under. */
const cardParts = {
  Definition: 'definition',
  Include: 'include',
  Exclude: 'exclude',
  'Positive examples': 'positive',
  'Negative examples': 'negative',
} as const;

/** The same headings in German, as the workbench shows them. */
const germanParts: Readonly<Record<string, keyof typeof cardParts>> = {
  einschließen: 'Include',
  ausschließen: 'Exclude',
  'positive beispiele': 'Positive examples',
  'negative beispiele': 'Negative examples',
};

interface Section {
  readonly title: string;
  readonly line: number;
  readonly lines: string[];
  /** The text before the first part. */
  readonly opening: string[];
  readonly parts: Map<string, { readonly line: number; readonly lines: string[] }>;
}

/**
 * Reads a guideline in Markdown: `# Title`, then a chapter `## question` each with `###
 * Definition`, `### Include`, `### Exclude`, `### Positive examples` and `### Negative examples`.
 * The parts may be named in German. Text before the first part is the definition where no part is.
 * Other `##` chapters and text before the first are prose. A heading starts with the question's id,
 * then its title: `## IRB – Internal ratings based`. Other `###` headings and a second chapter on a
 * question are faults; with `complete`, so are missing cards and parts.
 */
export function readGuideline(
  text: string,
  version: string,
  questions: readonly string[],
  complete: boolean,
): Read<Guideline> {
  const { title, opening, sections } = outline(text);
  const asked = new Set(questions);
  const carded = new Set<string>();
  const faults: Fault[] = [];
  const cards: GuidelineCard[] = [];
  const chapters: GuidelineChapter[] = opening === '' ? [] : [{ title, text: opening }];
  for (const section of sections) {
    const [first = '', ...words] = section.title.split(/\s+/);
    const question = first.replace(/:$/, '');
    if (!asked.has(question)) {
      chapters.push({ title: section.title, text: section.lines.join('\n').trim() });
      continue;
    }
    if (carded.has(question)) {
      const one = codedText('one-chapter', { question });
      const { line } = section;
      faults.push(wrongField(section.title, codedText('second-chapter'), one, { line }));
    }
    const card = readCard(question, words.join(' ').replace(/^[–—:-]\s*/, ''), section);
    cards.push(card);
    carded.add(question);
    faults.push(...unknownParts(section));
    if (complete) faults.push(...missingParts(card, section));
  }
  if (complete) {
    for (const question of asked) {
      if (!carded.has(question))
        faults.push(fault('guideline-incomplete', { question, part: 'chapter' }, { line: 1 }));
    }
  }
  return faults.length === 0
    ? { ok: true, value: { version, title, cards, chapters } }
    : { ok: false, faults };
}

function outline(text: string): {
  readonly title: string;
  readonly opening: string;
  readonly sections: readonly Section[];
} {
  let title = '';
  const opening: string[] = [];
  const sections: Section[] = [];
  let part: string[] | null = null;
  let inFence = false;
  for (const [at, raw] of text
    .replace(/^\uFEFF/, '')
    .split('\n')
    .entries()) {
    const line = raw.replace(/\r$/, '');
    if (/^\s*(```|~~~)/.test(line)) inFence = !inFence;
    const heading = inFence ? null : /^(#{1,3})\s+(.*)$/.exec(line);
    const section = sections.at(-1);
    if (heading?.[1] === '#') title = heading[2]!.trim();
    else if (heading?.[1] === '##') {
      part = [];
      const chapter = { title: heading[2]!.trim(), line: at + 1, lines: [], opening: part };
      sections.push({ ...chapter, parts: new Map() });
    } else if (section !== undefined) {
      section.lines.push(line);
      if (heading?.[1] === '###') {
        const found = section.parts.get(partName(heading[2]!)) ?? { line: at + 1, lines: [] };
        part = found.lines;
        section.parts.set(partName(heading[2]!), found);
      } else part?.push(line);
    } else opening.push(line);
  }
  return { title, opening: opening.join('\n').trim(), sections };
}

/** A part's heading by its known name, ignoring case. */
function partName(heading: string): string {
  const name = heading.trim();
  const small = name.toLowerCase();
  const known = Object.keys(cardParts).find((one) => one.toLowerCase() === small);
  return known ?? (Object.hasOwn(germanParts, small) ? germanParts[small]! : name);
}

function readCard(question: string, title: string, section: Section): GuidelineCard {
  const linesOf = (heading: string): readonly string[] => section.parts.get(heading)?.lines ?? [];
  const definition = section.parts.has('Definition') ? linesOf('Definition') : section.opening;
  return {
    question,
    title: title === '' ? question : title,
    definition: definition.join(' ').replace(/\s+/g, ' ').trim(),
    include: bullets(linesOf('Include')),
    exclude: bullets(linesOf('Exclude')),
    positive: bullets(linesOf('Positive examples')),
    negative: bullets(linesOf('Negative examples')),
  };
}

function unknownParts(section: Section): readonly Fault[] {
  return [...section.parts].flatMap(([heading, { line }]) => {
    if (Object.hasOwn(cardParts, heading)) return [];
    const got = codedText('divided-into', { heading: JSON.stringify(heading) });
    return [wrongField(section.title, got, oneOf(Object.keys(cardParts)), { line })];
  });
}

function missingParts(card: GuidelineCard, section: Section): readonly Fault[] {
  return Object.entries(cardParts).flatMap(([heading, name]) => {
    if (card[name].length > 0) return [];
    const { question } = card;
    const line = section.parts.get(heading)?.line ?? section.line;
    return [fault('guideline-incomplete', { question, part: heading.toLowerCase() }, { line })];
  });
}

/** The entries of a list, each of one or more lines; text without a list is one entry. */
function bullets(lines: readonly string[]): readonly string[] {
  const entries: string[][] = [];
  for (const line of lines) {
    const entry = /^\s*(?:[-*+]|\d+[.)])\s+(.*)$/.exec(line);
    if (entry !== null) entries.push([entry[1]!.trim()]);
    else if (line.trim() !== '')
      (entries.at(-1) ?? entries[entries.push([]) - 1]!).push(line.trim());
  }
  return entries.map((entry) => entry.join(' ').trimStart());
}
