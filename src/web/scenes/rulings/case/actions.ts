import { commandTable, digitCommands } from '../../../actions/command-table.ts';

/** What decides which commands of a case can be used. */
interface CaseState {
  readonly mayRule: boolean;
  readonly canTake: boolean;
  readonly canShowNames: boolean;
  readonly canGoOn: boolean;
  readonly canGoBack: boolean;
  /** Whether there is a reason to take again, and none written. */
  readonly hasLastReason: boolean;
  /** Whether a ruling was begun and not made. */
  readonly hasUnsaved: boolean;
  readonly choose: (digit: number) => void;
}

const goOn = { when: (state: CaseState) => state.canGoOn };
const goBack = { when: (state: CaseState) => state.canGoBack };
const naming = { when: (state: CaseState) => state.canShowNames };
const ruling = { when: (state: CaseState) => state.mayRule };
const taking = { when: (state: CaseState) => state.mayRule && state.canTake };
const again = { when: (state: CaseState) => state.mayRule && state.hasLastReason };
const repeats = { repeats: true };
const writing = { whileWriting: true };
/** A letter meant for the reason must not leave the case. */
const staying = { isGuarded: (state: CaseState) => state.hasUnsaved };
const submitKeys = ['mod+Enter', 'Enter'];

/** The commands of a case. */
export const caseActions = {
  ...digitCommands<CaseState>(
    'ruling',
    {
      en: 'Answer the current label by its digit',
      de: 'Aktuelles Label über die Ziffer beantworten',
    },
    ruling.when,
  ),
  ...commandTable<CaseState>()({
    yes: ['ruling', ['y', 'j'], 'Yes', 'Ja', ruling],
    no: ['ruling', 'n', 'No', 'Nein', ruling],
    take: ['ruling', 'a', 'Apply the suggestion', 'Vorschlag übernehmen', taking],
    exclude: ['ruling', 'x', 'Exclude the unit', 'Einheit ausschließen', ruling],
    edgeCase: ['ruling', 'e', 'Mark as an edge case', 'Als Grenzfall markieren', ruling],
    reason: ['ruling', 'r', 'Write the reason', 'Begründung schreiben', ruling],
    lastReason: ['ruling', 't', 'Take your last reason', 'Letzten Grund übernehmen', again],
    propose: ['ruling', 'p', 'Suggest a guideline change', 'Leitfadenänderung vorschlagen', ruling],
    submit: ['ruling', submitKeys, 'Rule and continue', 'Entscheiden und weiter', ruling],
    down: ['moving', 'ArrowDown', 'Next label', 'Nächstes Label', repeats],
    up: ['moving', 'ArrowUp', 'Previous label', 'Voriges Label', repeats],
    right: ['moving', 'ArrowRight', 'Next answer', 'Nächste Antwort', ruling],
    left: ['moving', 'ArrowLeft', 'Previous answer', 'Vorige Antwort', ruling],
    next: ['moving', ['.', 'shift+ArrowRight'], 'Next case', 'Nächster Fall', goOn],
    previous: ['moving', [',', 'shift+ArrowLeft'], 'Previous case', 'Voriger Fall', goBack],
    leave: ['moving', 'Escape', 'Leave the text field', 'Textfeld verlassen', writing],
    queue: ['moving', ['q', 'alt+q'], 'Back to the queue', 'Zur Warteschlange', staying],
    names: ['viewing', 'h', 'Show or hide names', 'Namen ein- oder ausblenden', naming],
    all: ['viewing', 's', 'Expand or collapse what is agreed', 'Unstrittiges auf- oder zuklappen'],
    votes: ['viewing', 'v', 'Individual votes', 'Stimmen einzeln'],
  }),
};
