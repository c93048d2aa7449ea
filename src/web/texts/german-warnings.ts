import type { warningTexts } from '../../domain/warning-texts.ts';

const agree =
  'Die Annotierenden stimmen bei {percent} % überein, aber der um den Zufall bereinigte ' +
  'Koeffizient';
const readBeside = 'Lesen Sie daneben AC1 und die Übereinstimmung je Antwort.';
const dominates =
  'Eine Antwort herrscht vor, sodass schon der Zufall viel Übereinstimmung gäbe. ' + readBeside;

/** What a reader should know before believing a figure, in German. */
export const germanWarnings: Readonly<Record<keyof typeof warningTexts, string>> = {
  quoted: '„{text}“',
  'paradox-low-kappa': `${agree} ist nur {kappa}: ${dominates}`,
  'paradox-no-kappa': `${agree} hat keinen Wert: ${dominates}`,
  'paradox-dominance':
    `${agree} ist nur {kappa}: {share} % der Antworten sind {answer}, sodass schon der Zufall ` +
    `viel Übereinstimmung gäbe. ${readBeside}`,
  'kappa-paradox': '{question}: Kappa-Paradoxon. {paradox}',
  'nobody-answered': '{question}: Niemand hat darauf geantwortet.',
  'prevalence-outside':
    '{question}: Prävalenz. {percent} % der Antworten sind positiv, außerhalb der Grenzen von ' +
    '{lowest} % bis {highest} %.',
  'prevalence-above':
    '{question}: Prävalenz. {percent} % der Antworten sind {answer}, über der Grenze von ' +
    '{limit} %.',
  'answers-unused':
    '{question}: Prävalenz. Niemand hat {answers} geantwortet; über die Übereinstimmung darauf ' +
    'ist also nichts bekannt.',
  'full-agreement': '{questions, and}: volle Übereinstimmung. {proof}',
  'no-spread':
    'Niemand weicht bei {n?der einzigen:einer} Einheit ab (n = {n}); demnach können bis zu ' +
    '{percent} % aller Einheiten strittig sein (95 %).',
  'below-round-size':
    'n liegt unter der Größe der Runde ({kind}): {compared} {compared?Einheit:Einheiten} ' +
    'verglichen, die Runde {round} verlangt {asked}.',
  'only-common':
    'Nur die {common} {common?Einheit:Einheiten}, die alle beurteilt haben, ' +
    'wurden verglichen; weggelassen: {left, and}.',
  'left-of': '{count} von {annotator}',
  'judged-once':
    '{count} {count?Einheit:Einheiten} nur von einer Person beurteilt: nicht verglichen.',
  'assisted-not-compared':
    '{count} {count?Urteil wurde:Urteile wurden} mit einem Vorschlag vor Augen gegeben: nicht ' +
    'unabhängig, daher nicht verglichen.',
  'further-not-compared':
    '{count} {count?Urteil wurde:Urteile wurden} wegen der ersten Antworten verlangt: ' +
    'Übereinstimmung wird an den ersten Urteilen jeder Einheit gemessen.',
  'assisted-counted':
    '{count} {count?Urteil wurde:Urteile wurden} mit einem Vorschlag vor Augen gegeben. ' +
    '{count?Es zählt:Sie zählen}, {count?ist:sind} aber nicht unabhängig.',
  'contradicting-grades':
    '{count} {count?Label wurde:Labels wurden} mit einer Stufe angekreuzt, die sagt, dass ' +
    '{count?es nicht zutrifft:sie nicht zutreffen}; {count?es gilt:sie gelten} als nicht ' +
    'angekreuzt.',
  'no-task-hash':
    '{task}: {count} {count?Urteil trägt:Urteile tragen} keinen task_hash; eine Frage, die sich ' +
    'unter derselben Fassung des Leitfadens geändert hat, fällt nicht auf.',
  'read-as-ratings':
    'Die erste Zeile wurde als Urteile gelesen, da sie so aussieht wie die folgenden. Geben Sie ' +
    '--header an, wenn sie die Annotierenden nennt.',
  'read-as-header':
    'Die erste Zeile ({names, and}) wurde als Namen der Annotierenden gelesen. Geben Sie ' +
    '--no-header an, wenn sie Urteile enthält.',
  'later-votes':
    '{count} {count?Stimme wiederholt:Stimmen wiederholen} eine frühere derselben Person zur ' +
    'selben Einheit; die letzte zählt.',
  'missing-word':
    '{word} zählt als Antwort wie jede andere; eine fehlende Antwort ist eine leere Zelle.',
  'like-keywords':
    'Bei keinem der {count} Labels lässt sich die Wahrheit von den Stichwörtern unterscheiden ' +
    '({units} Einheiten). Wurden sie den Annotierenden gezeigt?',
};
