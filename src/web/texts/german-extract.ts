import type { extractErrors } from '../../domain/models/extract-errors.ts';
import type { extractTexts } from '../../domain/models/extract-texts.ts';

/** What can go wrong while models are asked, in German. */
export const germanExtractErrors: Readonly<Record<keyof typeof extractErrors, string>> = {
  'models-busy':
    'Ein anderer Prozess befragt gerade Modelle in {place} ({owner}). Warten Sie, bis er zu Ende ' +
    'ist, oder beenden Sie ihn.',
  'models-running':
    'Zur Aufgabe {task} werden gerade Modelle befragt. Halten Sie diesen Auftrag zuerst an.',
  'models-done': 'Der Auftrag {job} ist zu Ende. Starten Sie einen neuen.',
  'model-votes-hidden':
    'Die Stimmen der Modelle sind vor denen verborgen, die entscheiden. Die Projektleitung kann ' +
    'sie unter Schlichten zeigen.',
  'no-models':
    'Zur Aufgabe {task} gibt es kein Modell, das befragt werden könnte. Nehmen Sie eines in das ' +
    'Panel des Protokolls auf, oder geben Sie --models an.',
  'stale-cells':
    '{count} {count?Urteil wurde:Urteile wurden} unter anderen Fragen, einem anderen Leitfaden ' +
    'oder einem anderen Prompt von {task} gefällt. Mit --invalidate wird nur zu dieser Aufgabe ' +
    'noch einmal gefragt; die alten bleiben erhalten, zählen aber nicht.',
  'no-model-round':
    'Die Aufgabe {task} wird in Runden beurteilt, aber keine offene Runde enthält Modelle. ' +
    'Öffnen Sie eine mit assay round open, oder geben Sie --outside-rounds an: Dann werden die ' +
    'Urteile aufbewahrt und verglichen, zählen aber nicht.',
  'model-round-closed':
    'Die Runde {round} ist geschlossen, und keine offene Runde zur Aufgabe {task} enthält ' +
    'Modelle. Was Modelle jetzt antworten, kann in einer geschlossenen Runde nicht zählen. ' +
    'Öffnen Sie die nächste mit assay round open, oder geben Sie --outside-rounds an: Dann ' +
    'werden die Urteile aufbewahrt und verglichen, zählen aber nicht.',
  'price-needed':
    'Der Preis von {models} ist nicht bekannt, deshalb lässt sich --budget nicht einhalten. ' +
    'Tragen Sie ihn im Protokoll unter prices ein.',
  'replies-spooled':
    'Antworten konnten nicht gespeichert werden: {reason}. Es wird nichts mehr gefragt. {count} ' +
    '{count?Antwort liegt:Antworten liegen} in {file} und {count?wird:werden} beim nächsten ' +
    'assay extract oder assay poll übernommen.',
  'replies-unsaved':
    '{count} {count?Antwort konnte:Antworten konnten} nirgends gespeichert werden: {reason}. Sie ' +
    '{count?ist:sind} bezahlt und {count?wird:werden} noch einmal angefordert. Schaffen Sie ' +
    'zuerst Platz.',
  'no-crontab':
    'Die Crontab lässt sich nicht ändern: {reason}. Tragen Sie diese Zeile in Ihren Zeitplaner ' +
    'ein: {line}',
  'request-too-large':
    'Die Anfrage zur Einheit {unit} hat {bytes} Bytes, aber ein Stapel fasst höchstens {most}. ' +
    'Kürzen Sie die Einheit, oder überlassen Sie sie anderen Annotierenden.',
  unsendable:
    'Die Einheit {unit} kann nicht gesendet werden: Sie hat {reason}. Berichtigen Sie sie.',
};

/** Why asking models paused, and what happened to batches, in German. */
export const germanExtract: Readonly<Record<keyof typeof extractTexts, string>> = {
  'pause-person':
    '{provider} lehnt Anfragen ab, bis jemand eingreift ({code}: {message}). Prüfen Sie ' +
    'Schlüssel, Guthaben und Grenzen und starten Sie neu. Erhaltene Antworten werden nicht noch ' +
    'einmal angefordert',
  'pause-request':
    '{model} lehnt die Anfrage selbst ab ({code}: {message}). Ändern Sie die Einstellungen im ' +
    'Panel und starten Sie neu',
  'pause-parameter':
    '{model} lehnt den Parameter {parameter} ab ({message}). Nehmen Sie ihn aus dem Panel, oder ' +
    'setzen Sie drop_parameters: true, und starten Sie neu',
  'pause-unreachable':
    '{provider} ist nicht erreichbar ({message}). Starten Sie neu, sobald der Dienst es ist',
  'pause-budget':
    'das Budget von {budget} {currency} würde überschritten: {settled} sind ausgegeben, ' +
    '{unsettled} unterwegs. Starten Sie mit einem höheren --budget neu',
  'service-unreached':
    '{provider} ist nicht erreichbar ({message}). Es wird einige Minuten lang weiter versucht; ' +
    'was beantwortet ist, bleibt erhalten, wenn Sie anhalten',
  'asked-to-wait':
    '{provider} bittet, {seconds} Sekunden zu warten, bevor {model} wieder gefragt wird ' +
    '({code}: {message})',
  'calls-abandoned':
    '{count} {count?Aufruf war unterwegs und wurde:Aufrufe waren unterwegs und wurden} nach ' +
    'einem Augenblick aufgegeben. Der Anbieter kann {count?ihn:sie} berechnen, und ' +
    '{count?seine Zelle wird:ihre Zellen werden} noch einmal gefragt',
  'pause-lead': '{by} hat angehalten',
  'pause-faults': '{faults, ;}',
  'pause-interrupted': 'jemand hat angehalten. Starten Sie neu, um fortzufahren',
  'pause-batches':
    '{count} Stapel von {model} sind als Ganzes gescheitert ({code}: {message}). Beheben Sie die ' +
    'Ursache und starten Sie neu',
  'pause-lost':
    'die Ergebnisse eines Stapels sind nicht mehr da ({message}). {count} Antworten wurden ' +
    'bezahlt und sind verloren; mit --again wird noch einmal gefragt',
  'pause-unsaved': 'Antworten konnten nicht gespeichert werden: {reason}',
  'pause-closed':
    'die Runde wurde inzwischen geschlossen. Antworten, die noch unterwegs waren, bleiben mit ' +
    'ihren Kosten erhalten, sind aber keine Urteile',
  'models-joined': '{models, and} sind der offenen Runde {round} beigetreten',
  'request-refused':
    '{entry} lehnt Anfragen ab ({code}: {message}). Diese Zellen wurden aufgegeben; --again ' +
    'fragt sie noch einmal ab',
  'other-model':
    '{entry} wurde als {asked} gefragt, und {answered} hat geantwortet. Die Urteile zählen; bei ' +
    'jedem Versuch steht, welches Modell geantwortet hat',
  'batch-adopted': 'der Stapel {remote} wurde beim Anbieter gefunden und übernommen',
  'batch-alike':
    'der Stapel {remote} wurde zur selben Zeit mit ebenso vielen Anfragen angelegt. Er kann ' +
    'derselbe sein, doppelt angelegt, oder von jemand anderem: sehen Sie beim Anbieter nach, und ' +
    'brechen Sie ihn dort ab, wenn es Ihrer ist',
  'batch-cancelled':
    'der Stapel {remote} war doppelt angelegt und wurde abgebrochen; er kann etwas kosten',
  'batch-cancelled-priced':
    'der Stapel {remote} war doppelt angelegt und wurde abgebrochen; er kann etwas kosten, ' +
    'höchstens {most} {currency}',
  'batch-not-made': 'der Stapel wurde nie angelegt; seine Anfragen können erneut gesendet werden',
  'batch-mistaken': 'der Stapel {remote} enthält fremde Anfragen',
  'batch-failed': 'der Anbieter hat den Stapel abgelehnt ({code}: {message})',
  'batch-line': 'der Anbieter hat Anfrage {line} des Stapels abgelehnt ({code}: {message})',
  'batch-damaged':
    '{count} {count?Zeile der Ergebnisse ist unlesbar und bleibt weg; sie beginnt mit:' +
    'Zeilen der Ergebnisse sind unlesbar und bleiben weg; die erste beginnt mit} {first}',
  'batch-unknown':
    '{count} {count?Ergebnis gehört zu einer Anfrage, die niemand gestellt hat, und bleibt weg; ' +
    'seine Kennung ist:Ergebnisse gehören zu Anfragen, die niemand gestellt hat, und bleiben ' +
    'weg; das erste hat die Kennung} {first}',
  'batch-missing':
    '{count} {count?Anfrage hat kein Ergebnis und wird:Anfragen haben kein Ergebnis und werden} ' +
    'noch einmal gestellt',
  'batch-state-unknown':
    'der Anbieter hat den Stand des Stapels {remote} von {entry} nicht gemeldet ({code}: ' +
    '{message}). Beim nächsten Nachsehen wird noch einmal gefragt',
  'batch-unconfirmed':
    'der Anbieter hat den Stapel von {entry} nicht bestätigt ({code}: {message}). Es kann ihn ' +
    'geben: Jede Abfrage sucht ihn, und er wird erst neu angelegt, wenn er {minutes} Minuten ' +
    'lang nicht gefunden wird',
  'batch-sought':
    'der Stapel von {entry}, den der Anbieter nicht bestätigt hat, ist noch nicht gefunden. Er ' +
    'wird bis {minutes} Minuten nach dem Absenden gesucht und dann neu angelegt',
  'batch-waits':
    'der Anbieter hat keinen Stapel von {entry} angenommen ({code}: {message}). Die nächste ' +
    'Abfrage sendet ihn noch einmal',
  'batch-failures':
    '{count} {count?Anfrage:Anfragen} des Stapels {remote} von {entry} {count?ist:sind} ' +
    'gescheitert, meist mit {code}: {message}. Anfragen, die gelingen können, werden wiederholt',
  'batch-results-cut':
    'die Ergebnisse des Stapels {remote} von {entry} sind nicht vollständig angekommen ({code}: ' +
    '{message}). Was ankam, ist gesichert; der Rest wird beim nächsten Nachsehen geholt',
};
