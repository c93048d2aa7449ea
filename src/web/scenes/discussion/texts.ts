import { defineTexts } from '../../texts/define-texts.ts';

export const discussionTexts = defineTexts({
  en: {
    title: 'Questions',
    lead:
      'What annotators asked about units. While a round is open, only the person who asked sees ' +
      'your answer; afterwards everybody who took part does.',
    mine: 'My questions',
    mineLead:
      'What you asked, and the answers. While a round is open, nobody else who judges sees them. ' +
      'Afterwards, everyone who took part can read them.',
    show: 'Show',
    states: { all: 'All', open: 'Open', answered: 'Answered' },
    none: 'Nobody has asked anything.',
    noneMine: 'You have not asked anything. While judging, press “Ask a question” below the form.',
    noneOpen: 'No question is open.',
    hidden: (tasks: string) =>
      `You are judging in an open round of ${tasks}. Other people’s questions about it are shown ` +
      'when the round is closed.',
    thread: 'Discussion',
    unitNote: 'Annotators see this only when the unit is no longer in an open round.',
    someone: 'An annotator',
    you: 'You',
    asks: 'asks',
    answers: 'answers',
    says: 'says',
    open: 'Open',
    answered: 'Answered',
    private: 'Only visible to the asker',
    round: (round: string, attempt: number) =>
      attempt === 1 ? `Round ${round}` : `Round ${round}, attempt ${attempt}`,
    answer: 'Answer',
    answerField: 'Your answer',
    answerHelp: 'Explain the rule. Do not say what others have answered.',
    comment: 'Comment',
    commentField: 'Say something',
    unitComment: 'Say something about this unit',
    send: 'Send',
    sending: 'Sending…',
    keep: 'Keep for everybody…',
    keepTitle: 'Keep this answer',
    keepWhy:
      'Write the question and the answer so that someone who has not seen the unit understands ' +
      'them. The text of the unit is included.',
    keepAs: 'Keep it in',
    faq: 'the FAQ',
    edgeCase: 'the edge cases',
    question: 'Question',
    theAnswer: 'Answer',
    keepDo: 'Keep',
    kept: { faq: 'In the FAQ', 'edge-case': 'Among the edge cases' },
    withdraw: 'Withdraw',
    withdrawn: 'Withdrawn.',
    unitOf: (unit: string) => `Unit ${unit}`,
    unit: 'Unit',
  },
  de: {
    title: 'Fragen',
    lead:
      'Was Annotierende zu Einheiten gefragt haben. Solange eine Runde offen ist, sieht nur die ' +
      'fragende Person die Antwort, danach alle, die teilgenommen haben.',
    mine: 'Meine Fragen',
    mineLead:
      'Ihre Fragen und die Antworten darauf. Solange eine Runde offen ist, sieht sie sonst ' +
      'niemand, der urteilt. Danach können alle mitlesen, die teilgenommen haben.',
    show: 'Anzeigen',
    states: { all: 'Alle', open: 'Offen', answered: 'Beantwortet' },
    none: 'Niemand hat etwas gefragt.',
    noneMine:
      'Sie haben noch nichts gefragt. Beim Urteilen hilft „Frage stellen“ unter dem Formular.',
    noneOpen: 'Keine Frage ist offen.',
    hidden: (tasks) =>
      `Sie urteilen in einer offenen Runde von ${tasks}. Die Fragen der anderen sehen Sie dort, ` +
      'sobald die Runde geschlossen ist.',
    thread: 'Diskussion',
    unitNote: 'Für Urteilende erst sichtbar, wenn die Einheit in keiner offenen Runde mehr ist.',
    someone: 'Jemand, der annotiert,',
    you: 'Sie',
    asks: 'fragt',
    answers: 'antwortet',
    says: 'schreibt',
    open: 'Offen',
    answered: 'Beantwortet',
    private: 'Nur für die fragende Person',
    round: (round, attempt) =>
      attempt === 1 ? `Runde ${round}` : `Runde ${round}, Versuch ${attempt}`,
    answer: 'Antworten',
    answerField: 'Ihre Antwort',
    answerHelp: 'Erklären Sie die Regel. Sagen Sie nicht, was andere geantwortet haben.',
    comment: 'Kommentieren',
    commentField: 'Etwas dazu schreiben',
    unitComment: 'Etwas zu dieser Einheit schreiben',
    send: 'Senden',
    sending: 'Wird gesendet …',
    keep: 'Für alle festhalten …',
    keepTitle: 'Antwort festhalten',
    keepWhy:
      'Schreiben Sie Frage und Antwort so, dass man sie ohne die Einheit versteht. Der Text der ' +
      'Einheit wird mit aufgenommen.',
    keepAs: 'Festhalten in',
    faq: 'den häufigen Fragen',
    edgeCase: 'den Grenzfällen',
    question: 'Frage',
    theAnswer: 'Antwort',
    keepDo: 'Festhalten',
    kept: { faq: 'In den häufigen Fragen', 'edge-case': 'Bei den Grenzfällen' },
    withdraw: 'Zurücknehmen',
    withdrawn: 'Zurückgenommen.',
    unitOf: (unit) => `Einheit ${unit}`,
    unit: 'Einheit',
  },
});
