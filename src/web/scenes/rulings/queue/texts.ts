import { defineTexts } from '../../../texts/define-texts.ts';

export const adjudicateTexts = defineTexts({
  en: {
    models: 'Votes of models',
    modelsShown: 'Shown to those who rule.',
    modelsHidden: 'Hidden from those who rule, so that models do not sway them.',
    modelsShow: 'Show the votes of models',
    modelsHide: 'Hide the votes of models',
    modelsWhy:
      'Annotators never see them while they judge. The audit log records the decision with your ' +
      'name and reason.',
    own: 'Rulings on your own judgments',
    ownAllowed: 'Allowed. Each of these rulings is marked in its case.',
    ownForbidden: 'Not allowed. Someone else has to rule.',
    ownBy: (by: string, at: string, reason: string) => `Decided by ${by}, ${at}: ${reason}`,
    ownAllow: 'Allow own rulings',
    ownForbid: 'Forbid own rulings',
    ownWhy:
      'A small team may have nobody else. The audit log records the decision with your name ' +
      'and reason.',
    ownReason: 'Reason',
    title: 'Adjudicate',
    lead:
      'Units that the votes leave open, lowest agreement first. A ruling is added; votes never ' +
      'change.',
    waiting: (count: number) =>
      count === 1 ? '1 unit needs a ruling' : `${count} units need a ruling`,
    begin: 'Start with the first',
    empty: 'Nothing needs a ruling',
    emptyWhy:
      'Units appear here when votes are tied, contradict a constraint, or someone asks for a ' +
      'second look.',
    unit: 'Unit',
    agreement: 'Agreement',
    judgments: 'Judgments',
    why: 'Why it is open',
    incomplete: 'more expected',
    noAgreement: 'only one judgment',
    queue: 'Queue',
    alike: (unit: string) => `Only cases with the same labels tied as ${unit}.`,
    wholeQueue: 'Whole queue',
    task: 'Task',
    register: 'Edge cases and questions',
    registerNote:
      'Rulings marked as edge cases. Annotators see them next to the guideline when their ' +
      'round is closed.',
    noCases: 'No ruling is marked as an edge case yet.',
    rationale: 'Reason',
    decision: 'Ruling',
    excluded: 'excluded',
    noLabel: 'no label applies',
    by: 'By',
    proposals: 'Suggested guideline changes',
    unanswered: 'Unanswered questions',
  },
  de: {
    models: 'Stimmen der Modelle',
    modelsShown: 'Werden denen gezeigt, die entscheiden.',
    modelsHidden:
      'Sind vor denen verborgen, die entscheiden, damit Modelle sie nicht beeinflussen.',
    modelsShow: 'Stimmen der Modelle zeigen',
    modelsHide: 'Stimmen der Modelle verbergen',
    modelsWhy:
      'Annotierende sehen sie nie, während sie urteilen. Die Prüfspur hält die Entscheidung mit ' +
      'Ihrem Namen und Grund fest.',
    own: 'Entscheide über eigene Urteile',
    ownAllowed: 'Erlaubt. Jeder dieser Entscheide ist im Fall gekennzeichnet.',
    ownForbidden: 'Nicht erlaubt. Jemand anderes muss entscheiden.',
    ownBy: (by, at, reason) => `Entschieden von ${by}, ${at}: ${reason}`,
    ownAllow: 'Eigene Entscheide erlauben',
    ownForbid: 'Eigene Entscheide verbieten',
    ownWhy:
      'In einem kleinen Team gibt es vielleicht sonst niemanden. Die Prüfspur hält die ' +
      'Entscheidung mit Ihrem Namen und Grund fest.',
    ownReason: 'Grund',
    title: 'Schlichten',
    lead:
      'Einheiten, die die Stimmen offen lassen, die geringste Übereinstimmung zuerst. ' +
      'Entscheide kommen hinzu; Stimmen ändern sich nie.',
    waiting: (count) =>
      count === 1
        ? '1 Einheit braucht einen Entscheid'
        : `${count} Einheiten brauchen einen Entscheid`,
    begin: 'Mit der ersten beginnen',
    empty: 'Nichts braucht einen Entscheid',
    emptyWhy:
      'Einheiten erscheinen hier, wenn Stimmengleichheit herrscht, Stimmen einer Bedingung ' +
      'widersprechen oder jemand um einen zweiten Blick bittet.',
    unit: 'Einheit',
    agreement: 'Übereinstimmung',
    judgments: 'Urteile',
    why: 'Warum sie offen ist',
    incomplete: 'weitere folgen',
    noAgreement: 'nur ein Urteil',
    queue: 'Warteschlange',
    alike: (unit) => `Nur Fälle, bei denen dieselben Labels wie bei ${unit} im Gleichstand sind.`,
    wholeQueue: 'Ganze Warteschlange',
    task: 'Aufgabe',
    register: 'Grenzfälle und Fragen',
    registerNote:
      'Entscheide, die als Grenzfall markiert sind. Annotierende sehen sie neben dem ' +
      'Leitfaden, sobald ihre Runde geschlossen ist.',
    noCases: 'Noch ist kein Entscheid als Grenzfall markiert.',
    rationale: 'Grund',
    decision: 'Entscheid',
    excluded: 'ausgeschlossen',
    noLabel: 'kein Label trifft zu',
    by: 'Von',
    proposals: 'Vorschläge zum Leitfaden',
    unanswered: 'Fragen ohne Antwort',
  },
});
