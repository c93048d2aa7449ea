/** The events that people and webhooks can be notified of. */
export const noticeEvents = ['round', 'cases', 'gate', 'digest'] as const;
export type NoticeEvent = (typeof noticeEvents)[number];

/** A round with how far it is: of one's own units, or of all. */
export interface NoticedRound {
  readonly round: string;
  readonly done: number;
  readonly wanted: number;
}

/** What a message says. It never holds answers, names of units, or figures of agreement. */
export type NoticeContent = {
  /** The project's title, and the page that the message is about. */
  readonly title: string;
  readonly path: string;
} & (
  | { readonly event: 'round'; readonly round: string; readonly attempt: number }
  | { readonly event: 'cases'; readonly count: number }
  | { readonly event: 'gate'; readonly round: string; readonly attempt: number }
  | {
      readonly event: 'digest';
      readonly week: string;
      /** What the reader still has to judge. */
      readonly own: readonly NoticedRound[];
      /** For those who oversee and do not judge; null for everybody else. */
      readonly whole: {
        readonly rounds: readonly NoticedRound[];
        readonly cases: number;
        readonly failed: readonly string[];
      } | null;
    }
  | { readonly event: 'test' }
);

/** A message as it is read. */
export interface NoticeText {
  readonly subject: string;
  readonly lines: readonly string[];
}

/**
 * The message in a language, as plain text.
 * @example noticeText({ event: 'test', title: 'A', path: '/' }, 'en').subject // 'A: test message'
 */
export function noticeText(content: NoticeContent, language: string): NoticeText {
  return (language === 'de' ? german : english)(content);
}

function english(content: NoticeContent): NoticeText {
  const { title } = content;
  if (content.event === 'test')
    return {
      subject: `${title}: test message`,
      lines: ['This is a test. Messages from Assay arrive here.'],
    };
  if (content.event === 'round')
    return {
      subject: `${title}: round ${content.round} is open for you`,
      lines: [`The round ${attemptOf(content, 'attempt')} has been opened. You take part in it.`],
    };
  if (content.event === 'cases')
    return {
      subject: `${title}: ${casesIn(content.count)} for a ruling`,
      lines: ['A round is closed. Its disagreements wait for a ruling.'],
    };
  if (content.event === 'gate')
    return {
      subject: `${title}: round ${content.round} did not pass its gate`,
      lines: [
        `The round ${attemptOf(content, 'attempt')} is closed and did not pass. The next round ` +
          'stays locked until it is repeated and passes, or the gate is waived with a reason.',
      ],
    };
  const { own, whole, week } = content;
  return {
    subject: `${title}: week ${week}`,
    lines: [
      ...own.map(
        ({ round, done, wanted }) => `Your units in ${round}: ${done} of ${wanted} judged.`,
      ),
      ...(whole?.rounds ?? []).map(
        ({ round, done, wanted }) => `Round ${round}: ${done} of ${wanted} judgments.`,
      ),
      ...(whole?.failed ?? []).map((round) => `Round ${round} did not pass its gate.`),
      ...(whole !== null && whole.cases > 0 ? [`${casesIn(whole.cases)} for a ruling.`] : []),
    ],
  };
}

function german(content: NoticeContent): NoticeText {
  const { title } = content;
  if (content.event === 'test')
    return {
      subject: `${title}: Testnachricht`,
      lines: ['Dies ist ein Test. Nachrichten von Assay kommen hier an.'],
    };
  if (content.event === 'round')
    return {
      subject: `${title}: Runde ${content.round} ist für Sie offen`,
      lines: [`Die Runde ${attemptOf(content, 'Versuch')} ist geöffnet. Sie nehmen daran teil.`],
    };
  if (content.event === 'cases')
    return {
      subject: `${title}: ${germanCases(content.count)} auf einen Entscheid`,
      lines: ['Eine Runde ist geschlossen. Was verschieden beantwortet wurde, ist zu entscheiden.'],
    };
  if (content.event === 'gate')
    return {
      subject: `${title}: Runde ${content.round} hat ihre Hürde nicht genommen`,
      lines: [
        `Die Runde ${attemptOf(content, 'Versuch')} ist geschlossen und hat ihre Hürde nicht ` +
          'genommen. Die nächste bleibt gesperrt, bis sie wiederholt und bestanden oder die ' +
          'Hürde mit einer Begründung erlassen wird.',
      ],
    };
  const { own, whole, week } = content;
  return {
    subject: `${title}: Woche ${week}`,
    lines: [
      ...own.map(
        ({ round, done, wanted }) => `Ihre Einheiten in ${round}: ${done} von ${wanted} beurteilt.`,
      ),
      ...(whole?.rounds ?? []).map(
        ({ round, done, wanted }) => `Runde ${round}: ${done} von ${wanted} Urteilen.`,
      ),
      ...(whole?.failed ?? []).map((round) => `Runde ${round} hat ihre Hürde nicht genommen.`),
      ...(whole !== null && whole.cases > 0
        ? [`${germanCases(whole.cases)} auf einen Entscheid.`]
        : []),
    ],
  };
}

function attemptOf(
  { round, attempt }: { readonly round: string; readonly attempt: number },
  word: string,
): string {
  return attempt === 1 ? round : `${round} (${word} ${attempt})`;
}

function casesIn(count: number): string {
  return count === 1 ? '1 case waits' : `${count} cases wait`;
}

function germanCases(count: number): string {
  return count === 1 ? '1 Fall wartet' : `${count} Fälle warten`;
}
