import { defineTexts } from '../../../texts/define-texts.ts';

export const adjudicateTexts = defineTexts({
  en: {
    own: 'Ruling on what one judged oneself',
    ownAllowed: 'Allowed. Each such ruling is marked, in the case and in the release.',
    ownForbidden: 'Not allowed: somebody else rules.',
    ownBy: (by: string, at: string, reason: string) => `Decided by ${by}, ${at}: ${reason}`,
    ownAllow: 'Allow own rulings',
    ownForbid: 'Forbid own rulings',
    ownWhy:
      'A small team may have nobody else. The decision stands in the audit log with your reason.',
    ownReason: 'Reason',
    title: 'Adjudicate',
    lead: 'What the votes leave open, the lowest agreement first. A ruling is added; no vote is ever changed.',
    waiting: (count: number) =>
      count === 1 ? '1 unit waits for a ruling' : `${count} units wait for a ruling`,
    begin: 'Begin with the first',
    empty: 'Nothing waits for a ruling',
    emptyWhy:
      'Units appear here when votes are tied, contradict a constraint, or somebody asked for a second look.',
    unit: 'Unit',
    agreement: 'Agreement',
    judgments: 'Judgments',
    why: 'Why it is open',
    incomplete: 'more to come',
    noAgreement: 'one judgment only',
    queue: 'Queue',
    task: 'Task',
    register: 'Edge cases and questions',
    registerNote:
      'Grows from rulings that were marked as edge cases; annotators read it beside the guideline once their round is closed.',
    noCases: 'No ruling was marked as an edge case yet.',
    rationale: 'Reason',
    decision: 'Decision',
    excluded: 'excluded',
    noLabel: 'no label applies',
    by: 'By',
    proposals: 'Proposed changes of the guideline',
    unanswered: 'Questions without an answer',
    ruled: 'Ruled on',
  },
  de: {
    own: 'Über Eigenes entscheiden',
    ownAllowed: 'Erlaubt. Jeder solche Entscheid ist gekennzeichnet, im Fall und in der Freigabe.',
    ownForbidden: 'Nicht erlaubt: Jemand anderes entscheidet.',
    ownBy: (by, at, reason) => `Entschieden von ${by}, ${at}: ${reason}`,
    ownAllow: 'Eigene Entscheide erlauben',
    ownForbid: 'Eigene Entscheide verbieten',
    ownWhy:
      'Ein kleines Team hat vielleicht niemand anderen. Die Entscheidung steht mit Ihrem Grund in der Prüfspur.',
    ownReason: 'Grund',
    title: 'Schlichten',
    lead: 'Was die Stimmen offen lassen, die geringste Übereinstimmung zuerst. Ein Entscheid kommt hinzu; keine Stimme wird je geändert.',
    waiting: (count) =>
      count === 1
        ? '1 Einheit wartet auf einen Entscheid'
        : `${count} Einheiten warten auf einen Entscheid`,
    begin: 'Mit der ersten beginnen',
    empty: 'Nichts wartet auf einen Entscheid',
    emptyWhy:
      'Einheiten erscheinen hier, wenn Stimmen gleich stehen, einer Bedingung widersprechen oder jemand um einen zweiten Blick bat.',
    unit: 'Einheit',
    agreement: 'Übereinstimmung',
    judgments: 'Urteile',
    why: 'Warum sie offen ist',
    incomplete: 'weitere folgen',
    noAgreement: 'nur ein Urteil',
    queue: 'Warteschlange',
    task: 'Aufgabe',
    register: 'Grenzfälle und Fragen',
    registerNote:
      'Wächst aus Entscheiden, die als Grenzfall markiert wurden; Annotierende lesen es neben dem Leitfaden, sobald ihre Runde geschlossen ist.',
    noCases: 'Noch wurde kein Entscheid als Grenzfall markiert.',
    rationale: 'Grund',
    decision: 'Entscheid',
    excluded: 'ausgeschlossen',
    noLabel: 'kein Label trifft zu',
    by: 'Von',
    proposals: 'Vorgeschlagene Änderungen des Leitfadens',
    unanswered: 'Fragen ohne Antwort',
    ruled: 'Entschieden',
  },
});
